import { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { seconds } from '#lib/vocabulary/text';

/** The section `portal`, in the file's order of keys. */
export const portalFields = {
  session_idle_seconds: seconds(1).default(36_000),
  session_absolute_seconds: seconds(1).default(86_400),
  remember_seconds: seconds(1).default(2_592_000),
  login: z.enum(['password', 'identifier']).default('password'),
  registration: z.enum(['off', 'on']).default('off'),
  dynamic_registration: z.enum(['off', 'token', 'open']).default('off'),
  /** Whether implicit, hybrid and the password grant exist. */
  legacy_flows: z.enum(['on', 'off']).default('on'),
  /** Events of the audit log are removed after so many days; null keeps them for ever. */
  audit_retention_days: z.int().min(1).max(36_500).nullable().default(400),
};

export const portalSchema = entry(portalFields).transform(camelKeys);

export type PortalEntry = z.output<typeof portalSchema>;

/** The default portal. */
export const defaultPortal: PortalEntry = portalSchema.parse({});
