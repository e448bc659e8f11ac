import { z } from 'zod';
import { acrAliases } from '#lib/vocabulary/acr-names';
import { entry } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import { language, seconds } from '#lib/vocabulary/text';
import { identifiers, onOrOff, secondFactor } from './account-keys';
import { agents } from './agent-keys';

/** The values of which documents are fetched. */
const documentModes = ['off', 'trusted', 'approval', 'open'] as const;

/** The section `portal`, with its keys in the file's order. */
export const portalFields = {
  session_idle_seconds: seconds(1).default(36_000),
  session_absolute_seconds: seconds(1).default(86_400),
  remember_seconds: seconds(1).default(2_592_000),
  /** The language of pages where neither the person, the request, the browser nor a tenant says otherwise. */
  default_locale: language.nullable().default(null),
  login: z.enum(['password', 'identifier']).default('password'),
  registration: onOrOff.default('off'),
  /** The kinds of identifiers that people may type. */
  identifiers: identifiers.default(['username', 'email']),
  /** off: never required. optional: required if the person has one. required: people without one add it first. */
  second_factor: secondFactor.default('optional'),
  /** How long a device that the person trusts replaces the second factor. 0 means never. */
  trusted_device_days: z.int().min(0).max(365).default(30),
  passkeys: onOrOff.default('on'),
  /** Whether an emailed code is a first factor. */
  email_code: onOrOff.default('off'),
  /** Whether an emailed code is a second factor. */
  email_second_factor: onOrOff.default('off'),
  recovery: z.enum(['email', 'off']).default('email'),
  account_deletion: onOrOff.default('off'),
  acr_aliases: acrAliases.default({}),
  /** required: level 2 in the administration. */
  admin_second_factor: z.enum(['optional', 'required']).default('optional'),
  /** In code points. With fewer than 15, a second factor is required everywhere (NIST SP 800-63B-4 §3.1.1.2). */
  password_min_length: z.int().min(8).max(64).default(15),
  /** The minimum for every client. */
  security_profile: z.enum(securityProfiles).default('none'),
  dynamic_registration: z.enum(['off', 'token', 'open']).default('off'),
  /**
   * Whether a client_id may be the address of a document that describes the client. trusted: only in trusted domains.
   * approval: any, but an agent must be approved before it is used.
   */
  client_id_metadata_documents: z.enum(documentModes).default('off'),
  agents,
  /** Whether implicit, hybrid and the password grant exist. */
  legacy_flows: z.enum(['on', 'off']).default('on'),
  /** Events of the audit log are removed after this many days. If null, they are kept permanently. */
  audit_retention_days: z.int().min(1).max(36_500).nullable().default(400),
};

export const portalSchema = entry(portalFields).transform(camelKeys);

export type PortalEntry = z.output<typeof portalSchema>;

/** The default portal. */
export const defaultPortal: PortalEntry = portalSchema.parse({});
