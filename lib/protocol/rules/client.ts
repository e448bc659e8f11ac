import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §5.2: the caller could not be authenticated. One rule for all reasons that must look the same. */
export const invalidClientRules = {
  client_authentication_missing: {
    description: 'Client authentication is missing',
    fix: 'Send the client_id with its secret or assertion; a public client sends its client_id in the body.',
    setting: 'token_endpoint_auth_method',
  },
  authorization_not_basic: {
    description: 'The Authorization header is not Basic',
    fix: 'Send client_id and secret by HTTP Basic authentication, or in the body and without an Authorization header.',
    setting: 'token_endpoint_auth_method',
  },
  basic_malformed: {
    description: 'The Basic credentials are malformed',
    fix: 'Form-encode client_id and secret, join them by a colon and encode the result in base64 (RFC 6749 section 2.3.1).',
  },
  client_authentication_failed: {
    description: 'Client authentication failed',
    fix: 'Compare client_id and secret with the registration: the client has to exist and be enabled, and the secret must not have expired. A client without a secret sends none.',
    setting: 'client_secrets',
  },
  client_assertion_failed: {
    description: 'Client authentication failed',
    fix: 'Sign a new assertion for each request. iss and sub are the client_id, aud is this issuer or an endpoint that client_assertion_audience allows, exp is at most an hour ahead, and jti is new.',
    setting: 'client_assertion_audience',
  },
  client_certificate_failed: {
    description: 'Client authentication failed',
    fix: 'Connect to the mTLS origin with the certificate that the client registered: with its name for tls_client_auth, issued by an authority of the server; from its own keys for self_signed_tls_client_auth.',
    setting: 'token_endpoint_auth_method',
  },
  api_authentication_failed: {
    description: 'The API could not be authenticated',
    fix: 'Introspection takes the name of a resource scope and one of its secrets; the credentials of a client are none here.',
    setting: 'secrets',
  },
} as const satisfies Record<string, Rule>;

/** RFC 6749 §4.1.2.1 and §5.2: the client is known, but may not do this. */
export const unauthorizedClientRules = {
  domain_denied: {
    description: 'The domain of this client is not allowed here',
    fix: 'Add the host to agents.trusted_domains of the portal, or take it out of agents.denied_domains.',
    setting: 'client_id_metadata_documents',
  },
  approval_pending: {
    description: 'An administrator has to approve the client first',
    fix: 'Approve the client on the Agents page of the administration. With client_id_metadata_documents: approval, clients that nobody vouches for wait until then.',
    setting: 'agent_state',
  },
  document_unreachable: {
    description: 'The metadata document of the client could not be fetched: {name}',
    fix: 'Serve the document at the client_id itself: status 200, no redirect, a JSON type, at most 5 KB, within 5 seconds, at a public address.',
    setting: 'client_id_metadata_documents',
  },
  document_mismatch: {
    description: 'The client_id in the metadata document is not its address',
    fix: 'Write the client_id of the request into the document, character for character.',
    setting: 'client_id_metadata_documents',
  },
  document_unusable: {
    description: 'The metadata document of the client cannot be used: {name}',
    fix: 'Change the member that the answer names. The rules are those of registration; a document has no secrets and no logout addresses.',
    setting: 'client_id_metadata_documents',
  },
  document_redirect_foreign: {
    description: 'The metadata document names redirect URIs of other hosts only',
    fix: 'List a redirect URI on the origin of the document, or a loopback address. Documents of agents.trusted_domains may name other hosts.',
    setting: 'client_id_metadata_documents',
  },
  client_unknown: {
    description: 'The client is unknown or not enabled',
    fix: 'Compare the client_id with the registered ones, and enable the client.',
    setting: 'client_id',
  },
  response_type_not_allowed: {
    description: 'The client may not use this response_type',
    fix: 'Ask for a response_type of the client, or allow it this one. The code flow with PKCE suits every application.',
    setting: 'response_types',
  },
  flow_not_allowed: {
    description: 'The client may not use this flow',
    fix: 'Allow the client the grants that the response_type needs: authorization_code for a code, implicit for tokens from the authorization endpoint.',
    setting: 'grant_types',
  },
  device_grant_not_allowed: {
    description: 'The client may not use the device grant',
    fix: 'Allow the client the grant urn:ietf:params:oauth:grant-type:device_code.',
    setting: 'grant_types',
  },
  grant_type_not_allowed: {
    description: 'The client may not use this grant_type',
    fix: 'Use a grant of the client, or allow it this one.',
    setting: 'grant_types',
  },
  client_tenant_disabled: {
    description: 'The tenant of the client is switched off',
    fix: 'Switch the tenant on again, or let the client belong to none.',
    setting: 'tenant',
  },
  public_client_credentials: {
    description: 'A public client may not use client_credentials',
    fix: 'Give the client a secret or a key: nobody could tell who asks for its own tokens otherwise.',
    setting: 'token_endpoint_auth_method',
  },
  public_token_exchange: {
    description: 'A public client may not exchange tokens',
    fix: 'Give the client a secret or a key.',
    setting: 'token_endpoint_auth_method',
  },
} as const satisfies Record<string, Rule>;
