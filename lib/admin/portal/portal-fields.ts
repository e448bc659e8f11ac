import type { FieldKinds } from '../entries/entry-fields';

/** The portal's own settings, by the part of the form that shows them. The keys are those of the configuration file. */
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
    security_profile: 'choice',
    dynamic_registration: 'choice',
    client_id_metadata_documents: 'choice',
    agents: 'json',
    legacy_flows: 'choice',
    audit_retention_days: 'number',
  },
} as const satisfies Readonly<Record<string, FieldKinds>>;

export type PortalGroup = keyof typeof portalGroups;

/** All of them. */
export const portalKinds: FieldKinds = Object.assign({}, ...Object.values(portalGroups));
