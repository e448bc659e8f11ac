import type { Wire } from '#lib/vocabulary/wire-entry';
import { deviceGrant } from './application-kind';
import type { ClientField } from './client-fields';

/** The settings of a client that decide which other settings are relevant. */
type Facts = {
  readonly method: unknown;
  readonly has: (grant: string) => boolean;
  /** People are redirected to it from our pages. */
  readonly redirects: boolean;
  /** It acts for users. */
  readonly hasUsers: boolean;
  readonly client: Wire;
};

type Rule = (facts: Facts) => boolean;

const redirects: Rule = (facts) => facts.redirects;
const users: Rule = ({ hasUsers }) => hasUsers;
const refreshes: Rule = ({ has }) => has('refresh_token');
const device: Rule = ({ has }) => has(deviceGrant);
const ownKey: Rule = ({ method }) => method === 'private_key_jwt';
const ownCertificate: Rule = ({ method }) => method === 'self_signed_tls_client_auth';
const namedCertificate: Rule = ({ method }) => method === 'tls_client_auth';
const hasKeys: Rule = (facts) => ownKey(facts) || ownCertificate(facts) || facts.hasUsers;
const code: Rule = ({ has }) => has('authorization_code');

const isAgent: Rule = ({ client }) => client.self_registered === true;

/** Settings without a rule are relevant for every client. */
const rules: Readonly<Partial<Record<ClientField, Rule>>> = {
  application_type: redirects,
  initiate_login_uri: redirects,
  logo_uri: users,
  client_uri: users,
  policy_uri: users,
  tos_uri: users,
  tenant: users,
  self_registered: isAgent,
  agent_scope: isAgent,
  agent_end_date: isAgent,
  user_code: device,
  claims: ({ has }) => has('client_credentials'),
  redirect_uris: redirects,
  post_logout_redirect_uris: redirects,
  allowed_cors_origins: redirects,
  backchannel_logout_uri: redirects,
  backchannel_logout_session_required: ({ client }) => client.backchannel_logout_uri !== null,
  frontchannel_logout_uri: redirects,
  frontchannel_logout_session_required: ({ client }) => client.frontchannel_logout_uri !== null,
  response_types: redirects,
  token_exchange: ({ has }) => has('urn:ietf:params:oauth:grant-type:token-exchange'),
  tls_client_auth_subject_dn: namedCertificate,
  tls_client_auth_san_dns: namedCertificate,
  tls_client_auth_san_uri: namedCertificate,
  tls_client_auth_san_ip: namedCertificate,
  tls_client_auth_san_email: namedCertificate,
  jwks: hasKeys,
  jwks_uri: hasKeys,
  client_assertion_audience: ownKey,
  token_endpoint_auth_signing_alg: ownKey,
  access_token_typ: ({ client }) => client.access_token_format !== 'reference',
  refresh_token_lifetime_seconds: refreshes,
  refresh_token_idle_seconds: refreshes,
  refresh_token_rotation: refreshes,
  refresh_token_grace_seconds: refreshes,
  id_token_lifetime_seconds: users,
  subject_type: users,
  sector_identifier_uri: ({ client }) => client.subject_type === 'pairwise',
  id_token_signed_response_alg: users,
  id_token_encrypted_response_alg: users,
  id_token_encrypted_response_enc: ({ client }) => typeof client.id_token_encrypted_response_alg === 'string',
  always_include_user_claims_in_id_token: users,
  userinfo_signed_response_alg: users,
  userinfo_encrypted_response_alg: ({ hasUsers, client }) =>
    hasUsers && typeof client.userinfo_signed_response_alg === 'string',
  userinfo_encrypted_response_enc: ({ client }) => typeof client.userinfo_encrypted_response_alg === 'string',
  authorization_code_lifetime_seconds: code,
  device_code_lifetime_seconds: device,
  local_login: users,
  identity_providers: users,
  default_max_age: redirects,
  minimum_acr: users,
  default_acr_values: redirects,
  require_consent: users,
  allow_remember_consent: users,
  consent_lifetime_seconds: users,
  require_pkce: code,
  allow_plain_pkce: ({ client }) => client.allow_plain_pkce === true,
  require_pushed_authorization_requests: redirects,
  require_signed_request_object: redirects,
  request_object_signing_alg: redirects,
  request_object_encryption_alg: redirects,
  request_object_encryption_enc: ({ client }) => typeof client.request_object_encryption_alg === 'string',
  request_uris: redirects,
  response_modes: redirects,
  authorization_signed_response_alg: redirects,
  authorization_encrypted_response_alg: redirects,
  authorization_encrypted_response_enc: ({ client }) => typeof client.authorization_encrypted_response_alg === 'string',
};

/**
 * The settings that are not relevant for a client. Pages omit them and keep their values.
 * @param client with the keys of the configuration
 */
export function irrelevantFields(client: Wire): ReadonlySet<string> {
  const grants = new Set(Array.isArray(client.grant_types) ? client.grant_types : []);
  const has = (grant: string) => grants.has(grant);
  const isSent = has('authorization_code') || has('implicit');
  const facts = {
    client,
    has,
    method: client.token_endpoint_auth_method,
    redirects: isSent,
    hasUsers: isSent || has(deviceGrant) || has('password') || has('refresh_token'),
  };
  return new Set(Object.entries(rules).flatMap(([field, rule]) => (rule(facts) ? [] : [field])));
}
