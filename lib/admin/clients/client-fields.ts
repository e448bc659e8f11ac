import type { FieldKinds } from '../entries/entry-fields';

/** The settings of a client, grouped by page and section. The keys are those of the configuration file. */
export const clientSections = {
  settings: {
    general: {
      client_name: 'line',
      logo_uri: 'line',
      client_uri: 'line',
      policy_uri: 'line',
      tos_uri: 'line',
      tenant: 'choice',
      application_type: 'choice',
      initiate_login_uri: 'line',
      contacts: 'lines',
      software_id: 'line',
      software_version: 'line',
      self_registered: 'check',
    },
    redirects: { redirect_uris: 'uris', post_logout_redirect_uris: 'uris', allowed_cors_origins: 'auto_uris' },
    sign_out: {
      backchannel_logout_uri: 'line',
      backchannel_logout_session_required: 'check',
      frontchannel_logout_uri: 'line',
      frontchannel_logout_session_required: 'check',
    },
    device: { user_code: 'choice' },
    machine: { claims: 'json' },
  },
  access: {
    scopes: { scope: 'words', agent_scope: 'words', agent_end_date: 'day' },
    sign_in: {
      local_login: 'check',
      identity_providers: 'filter',
      default_max_age: 'duration',
      minimum_acr: 'line',
      default_acr_values: 'lines',
    },
    consent: { require_consent: 'check', allow_remember_consent: 'check', consent_lifetime_seconds: 'duration' },
    security: { security_profile: 'choice' },
    protocol: {
      require_pkce: 'auto_check',
      allow_plain_pkce: 'check',
      require_pushed_authorization_requests: 'check',
      require_signed_request_object: 'check',
      request_object_signing_alg: 'choice',
      request_object_encryption_alg: 'choice',
      request_object_encryption_enc: 'choice',
      request_uris: 'lines',
      response_modes: 'json',
      authorization_signed_response_alg: 'choice',
      authorization_encrypted_response_alg: 'choice',
      authorization_encrypted_response_enc: 'choice',
    },
    grants: { grant_types: 'many', response_types: 'many', token_exchange: 'json' },
  },
  credentials: {
    authentication: {
      token_endpoint_auth_method: 'choice',
      tls_client_auth_subject_dn: 'line',
      tls_client_auth_san_dns: 'line',
      tls_client_auth_san_uri: 'line',
      tls_client_auth_san_ip: 'line',
      tls_client_auth_san_email: 'line',
      jwks: 'json',
      jwks_uri: 'line',
      client_assertion_audience: 'choice',
      token_endpoint_auth_signing_alg: 'choice',
    },
  },
  tokens: {
    access_token: {
      access_token_lifetime_seconds: 'duration',
      access_token_format: 'choice',
      access_token_typ: 'choice',
      access_token_signing_alg: 'choice',
      dpop_bound_access_tokens: 'check',
      dpop_require_nonce: 'check',
      tls_client_certificate_bound_access_tokens: 'check',
    },
    refresh_token: {
      refresh_token_lifetime_seconds: 'duration',
      refresh_token_idle_seconds: 'duration',
      refresh_token_rotation: 'auto_check',
      refresh_token_grace_seconds: 'auto_duration',
    },
    id_token: {
      id_token_lifetime_seconds: 'duration',
      subject_type: 'choice',
      sector_identifier_uri: 'line',
      id_token_signed_response_alg: 'choice',
      id_token_encrypted_response_alg: 'choice',
      id_token_encrypted_response_enc: 'choice',
      always_include_user_claims_in_id_token: 'auto_check',
      userinfo_signed_response_alg: 'choice',
      userinfo_encrypted_response_alg: 'choice',
      userinfo_encrypted_response_enc: 'choice',
    },
    codes: { authorization_code_lifetime_seconds: 'duration', device_code_lifetime_seconds: 'duration' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldKinds>>>>;

type Sections = typeof clientSections;

export type ClientTab = keyof Sections;

type FieldsOf<Group> = { [Name in keyof Group]: keyof Group[Name] }[keyof Group];
export type ClientField = { [Tab in ClientTab]: FieldsOf<Sections[Tab]> }[ClientTab];

/** The settings of each page. */
export const clientTabs: Readonly<Record<ClientTab, FieldKinds>> = {
  settings: allOf(clientSections.settings),
  access: allOf(clientSections.access),
  credentials: allOf(clientSections.credentials),
  tokens: allOf(clientSections.tokens),
};

function allOf(sections: Readonly<Record<string, FieldKinds>>): FieldKinds {
  return Object.assign({}, ...Object.values(sections));
}

/** Settings that most clients never change. They are collapsed. */
export const advancedFields: ReadonlySet<string> = new Set<ClientField>([
  'application_type',
  'initiate_login_uri',
  'contacts',
  'software_id',
  'software_version',
  'response_types',
  'client_assertion_audience',
  'token_endpoint_auth_signing_alg',
  'access_token_typ',
  'access_token_signing_alg',
  'dpop_require_nonce',
  'tls_client_certificate_bound_access_tokens',
  'refresh_token_grace_seconds',
  'subject_type',
  'sector_identifier_uri',
  'id_token_signed_response_alg',
  'id_token_encrypted_response_alg',
  'id_token_encrypted_response_enc',
  'always_include_user_claims_in_id_token',
  'userinfo_signed_response_alg',
  'userinfo_encrypted_response_alg',
  'userinfo_encrypted_response_enc',
  'backchannel_logout_session_required',
  'frontchannel_logout_session_required',
  'minimum_acr',
  'default_acr_values',
  'consent_lifetime_seconds',
  'require_pushed_authorization_requests',
  'require_signed_request_object',
  'request_object_signing_alg',
  'request_object_encryption_alg',
  'request_object_encryption_enc',
  'request_uris',
  'response_modes',
  'authorization_signed_response_alg',
  'authorization_encrypted_response_alg',
  'authorization_encrypted_response_enc',
]);

export function isClientTab(text: string): text is ClientTab {
  return Object.hasOwn(clientTabs, text);
}
