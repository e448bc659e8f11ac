import { z } from 'zod';
import { checkClient } from '../check-client';
import { clientFields, readClient } from '../schema';

/**
 * The metadata that a client may register (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2), with the rules
 * of the configuration file. All other settings belong to the operator.
 */
export const metadataFields = {
  client_name: clientFields.client_name,
  application_type: clientFields.application_type,
  token_endpoint_auth_method: clientFields.token_endpoint_auth_method,
  redirect_uris: clientFields.redirect_uris,
  post_logout_redirect_uris: clientFields.post_logout_redirect_uris,
  grant_types: clientFields.grant_types,
  response_types: clientFields.response_types,
  scope: clientFields.scope.removeDefault().optional(),
  response_modes: clientFields.response_modes,
  authorization_signed_response_alg: clientFields.authorization_signed_response_alg,
  authorization_encrypted_response_alg: clientFields.authorization_encrypted_response_alg,
  authorization_encrypted_response_enc: clientFields.authorization_encrypted_response_enc,
  subject_type: clientFields.subject_type,
  sector_identifier_uri: clientFields.sector_identifier_uri,
  id_token_signed_response_alg: clientFields.id_token_signed_response_alg,
  id_token_encrypted_response_alg: clientFields.id_token_encrypted_response_alg,
  id_token_encrypted_response_enc: clientFields.id_token_encrypted_response_enc,
  userinfo_signed_response_alg: clientFields.userinfo_signed_response_alg,
  userinfo_encrypted_response_alg: clientFields.userinfo_encrypted_response_alg,
  userinfo_encrypted_response_enc: clientFields.userinfo_encrypted_response_enc,
  frontchannel_logout_uri: clientFields.frontchannel_logout_uri,
  frontchannel_logout_session_required: clientFields.frontchannel_logout_session_required,
  backchannel_logout_uri: clientFields.backchannel_logout_uri,
  backchannel_logout_session_required: clientFields.backchannel_logout_session_required,
  default_max_age: clientFields.default_max_age,
  default_acr_values: clientFields.default_acr_values,
  client_uri: clientFields.client_uri,
  initiate_login_uri: clientFields.initiate_login_uri,
  logo_uri: clientFields.logo_uri,
  policy_uri: clientFields.policy_uri,
  tos_uri: clientFields.tos_uri,
  contacts: clientFields.contacts,
  software_id: clientFields.software_id,
  software_version: clientFields.software_version,
  jwks: clientFields.jwks,
  jwks_uri: clientFields.jwks_uri,
  require_pushed_authorization_requests: clientFields.require_pushed_authorization_requests,
  token_endpoint_auth_signing_alg: clientFields.token_endpoint_auth_signing_alg,
  request_object_signing_alg: clientFields.request_object_signing_alg,
  request_object_encryption_alg: clientFields.request_object_encryption_alg,
  request_object_encryption_enc: clientFields.request_object_encryption_enc,
  require_signed_request_object: clientFields.require_signed_request_object,
  request_uris: clientFields.request_uris,
  dpop_bound_access_tokens: clientFields.dpop_bound_access_tokens,
  tls_client_certificate_bound_access_tokens: clientFields.tls_client_certificate_bound_access_tokens,
  tls_client_auth_subject_dn: clientFields.tls_client_auth_subject_dn,
  tls_client_auth_san_dns: clientFields.tls_client_auth_san_dns,
  tls_client_auth_san_uri: clientFields.tls_client_auth_san_uri,
  tls_client_auth_san_ip: clientFields.tls_client_auth_san_ip,
  tls_client_auth_san_email: clientFields.tls_client_auth_san_email,
};

/** The metadata that only describes the client to people. Nothing that the client may do depends on it. */
export const descriptiveFields = {
  client_uri: metadataFields.client_uri,
  logo_uri: metadataFields.logo_uri,
  policy_uri: metadataFields.policy_uri,
  tos_uri: metadataFields.tos_uri,
  contacts: metadataFields.contacts,
  software_id: metadataFields.software_id,
  software_version: metadataFields.software_version,
};

/**
 * Unknown members are ignored (RFC 7591 §2). A client cannot register secrets or PKCE settings, so those are always
 * valid.
 */
function metadataOf({ selfRegistered }: { readonly selfRegistered: boolean }) {
  return z
    .object(metadataFields)
    .transform(readClient)
    .superRefine((client, context) => {
      const clientSecrets = needsSecret(client) ? ['issued later'] : [];
      const own = {
        clientSecrets,
        requirePkce: 'auto',
        selfRegistered,
        agentState: 'pending',
        securityProfile: 'none',
      } as const;
      checkClient({ ...client, ...own }, context);
    });
}

/** The metadata for an agent, and for a client that an operator vouches for. */
export const clientMetadata = {
  open: metadataOf({ selfRegistered: true }),
  vouched: metadataOf({ selfRegistered: false }),
};

export type ClientMetadata = z.output<typeof clientMetadata.open>;

type Method = Pick<ClientMetadata, 'tokenEndpointAuthMethod'>;

/** Whether the client authenticates with a secret. */
export function needsSecret({ tokenEndpointAuthMethod: method }: Method): boolean {
  return method === 'client_secret_basic' || method === 'client_secret_post';
}

/** False for a client that any program could imitate (RFC 6749 §2.1). */
export function canKeepSecret({ tokenEndpointAuthMethod: method }: Method): boolean {
  return method !== 'none';
}
