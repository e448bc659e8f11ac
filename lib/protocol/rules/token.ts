import type { Rule } from '#lib/explain/refusal';

/** RFC 6750 §3.1. */
export const invalidTokenRules = {
  token_invalid: {
    description: 'The token is not valid',
    fix: 'Get a new access token. This one was revoked, ended with its session, has expired, or comes from another server.',
  },
  token_expired: {
    description: 'The access token expired',
    fix: 'Get a new access token, with the refresh token or a new sign-in.',
    setting: 'access_token_lifetime_seconds',
  },
  token_malformed: {
    description: 'The token is malformed',
    fix: 'Send Bearer, a space and the unchanged access token.',
  },
  token_bound: {
    description: 'The token is bound to a key',
    fix: 'Send DPoP, a space and the token, with a proof by its key in the DPoP header (RFC 9449 section 7.1).',
    setting: 'dpop_bound_access_tokens',
  },
  token_not_bound: {
    description: 'The token is not bound to a key',
    fix: 'Send the token as Bearer, or get a bound token by sending a proof to the token endpoint.',
    setting: 'dpop_bound_access_tokens',
  },
  token_of_another_key: {
    description: 'The token is bound to another key',
    fix: 'Sign the proof with the key that signed the proof of the token request.',
    setting: 'dpop_bound_access_tokens',
  },
  token_bound_to_certificate: {
    description: 'The token is bound to a certificate',
    fix: 'Send the token to the address in mtls_endpoint_aliases of the discovery document, over a connection with the certificate it was issued for (RFC 8705 section 3).',
    setting: 'tls_client_certificate_bound_access_tokens',
  },
  token_of_another_certificate: {
    description: 'The token is bound to another certificate',
    fix: 'Use the certificate of the token request, or get a new token with this certificate.',
    setting: 'tls_client_certificate_bound_access_tokens',
  },
} as const satisfies Record<string, Rule>;

/** RFC 9449 §4.3 and §7.1. */
export const invalidDpopProofRules = {
  dpop_proof_invalid: {
    description: 'The DPoP proof is not valid',
    fix: 'Create a new proof for each request. Header: typ dpop+jwt, an alg of the discovery document, the public key in jwk. Claims: htm, htu without the query, iat now, a new jti, and ath if there is an access token.',
  },
  dpop_jkt_differs: {
    description: 'The DPoP proof and dpop_jkt belong to different keys',
    fix: 'Leave dpop_jkt out of a pushed request that has a proof, or send the thumbprint of the key in the proof.',
  },
  dpop_proof_missing: {
    description: 'The DPoP proof is missing',
    fix: 'Send a proof by the key of the token in the DPoP header.',
    setting: 'dpop_bound_access_tokens',
  },
} as const satisfies Record<string, Rule>;

/** RFC 9449 §8. */
export const dpopNonceRules = {
  dpop_nonce_needed: {
    description: 'The DPoP proof needs a nonce',
    fix: 'Create a new proof with the nonce in the DPoP-Nonce header of this response. If this happens on every request, set the clock of the client.',
    setting: 'dpop_require_nonce',
  },
} as const satisfies Record<string, Rule>;

/** RFC 6750 §3.1. */
export const insufficientScopeRules = {
  registration_disabled: {
    description: 'The client is not enabled',
    fix: 'Enable the client first. A client that an operator disabled cannot change itself.',
    setting: 'enabled',
  },
  registration_administers: {
    description: 'The client has an administration scope',
    fix: 'Change the client in the administration. Only an owner may change a client that has a scope of the admin API.',
    setting: 'scope',
  },
  openid_of_person_needed: {
    description: 'The token needs the scope openid and must belong to a user',
    fix: 'Request the scope openid when the user signs in. A token of the client itself has no user.',
    setting: 'scope',
  },
  demo_scope_needed: {
    description: 'The MCP server of the demo needs the scope demo.mcp',
    fix: 'Connect the agent again. It reads the scope from the metadata of the server.',
    setting: 'scope',
  },
} as const satisfies Record<string, Rule>;
