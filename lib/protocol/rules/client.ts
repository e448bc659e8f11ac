import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §5.2: the caller could not be authenticated. One rule for all reasons that must look the same. */
export const invalidClientRules = {
  client_authentication_missing: {
    description: 'Client authentication is missing',
    fix: 'Send the client_id with a secret or an assertion. A public client sends only its client_id, in the body.',
    setting: 'token_endpoint_auth_method',
  },
  authorization_not_basic: {
    description: 'The Authorization header is not Basic',
    fix: 'Send the client_id and secret with HTTP Basic authentication. Or send them in the body, without an Authorization header.',
    setting: 'token_endpoint_auth_method',
  },
  basic_malformed: {
    description: 'The Basic credentials are malformed',
    fix: 'Form-encode the client_id and the secret, join them with a colon, and encode the result in base64 (RFC 6749 section 2.3.1).',
  },
  client_authentication_failed: {
    description: 'Client authentication failed',
    fix: 'Check the client_id and the secret. The client must exist and be enabled, and the secret must not have expired. A client that has no secret must not send one.',
    setting: 'client_secrets',
  },
  client_assertion_failed: {
    description: 'Client authentication failed',
    fix: 'Sign a new assertion for each request. Set iss and sub to the client_id, aud to this issuer or an endpoint that client_assertion_audience allows, exp to at most one hour ahead, and jti to a new value.',
    setting: 'client_assertion_audience',
  },
  client_certificate_failed: {
    description: 'Client authentication failed',
    fix: 'Connect to the mTLS origin with the certificate of the client. tls_client_auth needs the registered name and a trusted authority; self_signed_tls_client_auth needs one of the registered keys.',
    setting: 'token_endpoint_auth_method',
  },
  api_authentication_failed: {
    description: 'API authentication failed',
    fix: 'Authenticate with the name of a resource scope and one of its secrets. Introspection does not accept the credentials of a client.',
    setting: 'secrets',
  },
} as const satisfies Record<string, Rule>;

/** RFC 6749 §4.1.2.1 and §5.2: the client is known, but may not do this. */
export const unauthorizedClientRules = {
  domain_denied: {
    description: 'The domain of this client is not allowed',
    fix: 'Add the host to agents.trusted_domains of the portal, or remove it from agents.denied_domains.',
    setting: 'client_id_metadata_documents',
  },
  approval_pending: {
    description: 'An administrator must approve the client first',
    fix: 'Approve the client on the Agents page of the administration. With client_id_metadata_documents: approval, a client from an untrusted domain waits for approval.',
    setting: 'agent_state',
  },
  document_unreachable: {
    description: 'The metadata document of the client could not be fetched: {name}',
    fix: 'Serve the document at the client_id: with status 200, a JSON content type and at most 5 KB, without a redirect, within 5 seconds, at a public address.',
    setting: 'client_id_metadata_documents',
  },
  document_mismatch: {
    description: 'The client_id in the metadata document is not its address',
    fix: 'Set client_id in the document to exactly the client_id of the request.',
    setting: 'client_id_metadata_documents',
  },
  document_unusable: {
    description: 'The metadata document of the client cannot be used: {name}',
    fix: 'Correct the member that the response names. The rules of registration apply, and the document cannot have secrets or logout addresses.',
    setting: 'client_id_metadata_documents',
  },
  document_redirect_foreign: {
    description: 'All redirect URIs in the metadata document are on other hosts',
    fix: 'List a redirect URI on the origin of the document, or a loopback address. Only documents of agents.trusted_domains may use other hosts.',
    setting: 'client_id_metadata_documents',
  },
  client_unknown: {
    description: 'The client is unknown or not enabled',
    fix: 'Check the client_id, and that the client is enabled.',
    setting: 'client_id',
  },
  response_type_not_allowed: {
    description: 'The client may not use this response_type',
    fix: 'Send a response_type that the client may use, or add this one to the client. The code flow with PKCE works for every app.',
    setting: 'response_types',
  },
  flow_not_allowed: {
    description: 'The client may not use this flow',
    fix: 'Add the grant types that the response_type needs to the client: authorization_code for a code, implicit for tokens from the authorization endpoint.',
    setting: 'grant_types',
  },
  device_grant_not_allowed: {
    description: 'The client may not use the device grant',
    fix: 'Add the grant type urn:ietf:params:oauth:grant-type:device_code to the client.',
    setting: 'grant_types',
  },
  grant_type_not_allowed: {
    description: 'The client may not use this grant_type',
    fix: 'Send a grant_type that the client may use, or add this one to the client.',
    setting: 'grant_types',
  },
  client_tenant_disabled: {
    description: 'The tenant of the client is disabled',
    fix: 'Enable the tenant, or remove the client from the tenant.',
    setting: 'tenant',
  },
  public_client_credentials: {
    description: 'A public client may not use client_credentials',
    fix: 'Give the client a secret or a key. Without one, anyone could get its tokens.',
    setting: 'token_endpoint_auth_method',
  },
  public_token_exchange: {
    description: 'A public client may not exchange tokens',
    fix: 'Give the client a secret or a key.',
    setting: 'token_endpoint_auth_method',
  },
} as const satisfies Record<string, Rule>;
