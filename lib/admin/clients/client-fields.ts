import type { FieldKinds } from '../entries/entry-fields';

/** The settings of a client, by the page that shows them. The keys are those of the configuration file. */
export const clientTabs = {
  settings: {
    client_name: 'line',
    application_type: 'choice',
    tenant: 'choice',
    client_uri: 'line',
    initiate_login_uri: 'line',
    logo_uri: 'line',
    policy_uri: 'line',
    tos_uri: 'line',
    user_code: 'choice',
    claims: 'json',
    self_registered: 'check',
  },
  urls: {
    redirect_uris: 'lines',
    post_logout_redirect_uris: 'lines',
    allowed_cors_origins: 'auto_lines',
    backchannel_logout_uri: 'line',
    backchannel_logout_session_required: 'check',
    frontchannel_logout_uri: 'line',
    frontchannel_logout_session_required: 'check',
  },
  permissions: {
    scope: 'words',
    grant_types: 'many',
    response_types: 'many',
    token_exchange: 'json',
  },
  credentials: {
    token_endpoint_auth_method: 'choice',
    jwks: 'json',
    jwks_uri: 'line',
    client_assertion_audience: 'choice',
  },
  tokens: {
    access_token_format: 'choice',
    access_token_typ: 'choice',
    access_token_lifetime_seconds: 'duration',
    id_token_lifetime_seconds: 'duration',
    authorization_code_lifetime_seconds: 'duration',
    device_code_lifetime_seconds: 'duration',
    refresh_token_lifetime_seconds: 'duration',
    refresh_token_idle_seconds: 'duration',
    refresh_token_rotation: 'auto_check',
    refresh_token_grace_seconds: 'auto_duration',
    access_token_signing_alg: 'choice',
    id_token_signed_response_alg: 'choice',
    always_include_user_claims_in_id_token: 'auto_check',
  },
  'sign-in': {
    require_pkce: 'auto_check',
    allow_plain_pkce: 'check',
    require_pushed_authorization_requests: 'check',
    require_consent: 'check',
    allow_remember_consent: 'check',
    consent_lifetime_seconds: 'duration',
    local_login: 'check',
    identity_providers: 'filter',
    default_max_age: 'duration',
    minimum_acr: 'line',
    default_acr_values: 'lines',
  },
} as const satisfies Readonly<Record<string, FieldKinds>>;

export type ClientTab = keyof typeof clientTabs;
export type ClientField = { [Tab in ClientTab]: keyof (typeof clientTabs)[Tab] }[ClientTab];

export function isClientTab(text: string): text is ClientTab {
  return Object.hasOwn(clientTabs, text);
}
