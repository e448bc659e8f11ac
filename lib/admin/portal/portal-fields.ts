import type { Wire } from '#lib/vocabulary/wire-entry';
import type { FieldKinds } from '../entries/entry-fields';
import { flatGroups, nestGroups } from '../entries/grouped-fields';

/**
 * The settings of the portal, by the part of the form that shows them. The keys are those of the configuration file; a
 * dot separates a group from its key.
 */
export const portalGroups = {
  sessions: {
    session_idle_seconds: 'duration',
    session_absolute_seconds: 'duration',
    remember_seconds: 'duration',
  },
  sign_in: {
    login: 'choice',
    identifiers: 'many',
    second_factor: 'choice',
    trusted_device_days: 'number',
    passkeys: 'choice',
    email_code: 'choice',
    email_second_factor: 'choice',
    admin_second_factor: 'choice',
    acr_aliases: 'levels',
  },
  accounts: {
    registration: 'choice',
    password_min_length: 'number',
    recovery: 'choice',
    account_deletion: 'choice',
  },
  service: {
    default_locale: 'choice',
    security_profile: 'choice',
    legacy_flows: 'choice',
    audit_retention_days: 'number',
  },
  agents: {
    dynamic_registration: 'choice',
    client_id_metadata_documents: 'choice',
    'agents.trusted_domains': 'lines',
    'agents.denied_domains': 'lines',
    'agents.unused_days': 'number',
    'agents.grant_days': 'number',
    'agents.access_token_seconds': 'duration',
    'agents.custom_schemes': 'lines',
  },
} as const satisfies Readonly<Record<string, FieldKinds>>;

export type PortalGroup = keyof typeof portalGroups;

/** The fields of all parts. */
export const portalKinds: FieldKinds = Object.assign({}, ...Object.values(portalGroups));

const nested = ['agents'] as const;

/** The settings as one value for each field of the form. */
export function flatPortal(entry: Wire): Wire {
  return flatGroups(entry, nested);
}

/** The values of the form in the structure of the file. */
export function nestPortal(values: Wire): Wire {
  return nestGroups(values, {}, nested);
}
