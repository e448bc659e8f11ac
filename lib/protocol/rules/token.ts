import type { Rule } from '#lib/explain/refusal';

/** RFC 6750 §3.1. */
export const invalidTokenRules = {
  token_invalid: {
    description: 'The token is not valid',
    fix: 'Get a new access token: this one has expired, was revoked, ended with its session, or is none of ours.',
    setting: 'access_token_lifetime_seconds',
  },
  token_malformed: {
    description: 'The token is malformed',
    fix: 'Send the access token unchanged behind the word Bearer.',
  },
  token_bound: {
    description: 'The token is bound to a key',
    fix: 'Send the token behind the word DPoP, with a proof by its key in the header DPoP (RFC 9449 section 7.1).',
    setting: 'dpop_bound_access_tokens',
  },
  token_not_bound: {
    description: 'The token is not bound to a key',
    fix: 'Send the token behind the word Bearer, or get a bound one: send a proof to the token endpoint.',
    setting: 'dpop_bound_access_tokens',
  },
  token_of_another_key: {
    description: 'The token is bound to another key',
    fix: 'Make the proof with the key whose proof came with the token request.',
    setting: 'dpop_bound_access_tokens',
  },
  token_bound_to_certificate: {
    description: 'The token is bound to a certificate',
    fix: 'Send the token to the address in mtls_endpoint_aliases of the discovery document, over a connection with the certificate that it was issued to (RFC 8705 section 3).',
    setting: 'tls_client_certificate_bound_access_tokens',
  },
  token_of_another_certificate: {
    description: 'The token is bound to another certificate',
    fix: 'Present the certificate that the token request came with, or get a new token with this one.',
    setting: 'tls_client_certificate_bound_access_tokens',
  },
} as const satisfies Record<string, Rule>;

/** RFC 9449 §4.3 and §7.1. */
export const invalidDpopProofRules = {
  dpop_proof_invalid: {
    description: 'The DPoP proof is not valid',
    fix: 'Make a new proof for each request: typ dpop+jwt, an algorithm of the discovery document, the public key in jwk, htm and htu of this request without its query, iat now, and a new jti. With an access token also ath.',
  },
  dpop_jkt_differs: {
    description: 'The DPoP proof is of another key than dpop_jkt',
    fix: 'Leave dpop_jkt out of a pushed request that has a proof, or send the thumbprint of the key of the proof.',
  },
  dpop_proof_missing: {
    description: 'The DPoP proof is missing',
    fix: 'Send a proof by the key of the token in the header DPoP.',
    setting: 'dpop_bound_access_tokens',
  },
} as const satisfies Record<string, Rule>;

/** RFC 9449 §8. */
export const dpopNonceRules = {
  dpop_nonce_needed: {
    description: 'The DPoP proof needs a nonce',
    fix: 'Make a new proof with the nonce of the header DPoP-Nonce of this answer. Set the clock of the client if this happens at every request.',
    setting: 'dpop_require_nonce',
  },
} as const satisfies Record<string, Rule>;

/** RFC 6750 §3.1. */
export const insufficientScopeRules = {
  registration_disabled: {
    description: 'The client is not enabled',
    fix: 'A client that an operator has disabled cannot change itself. Enable it first.',
    setting: 'enabled',
  },
  registration_administers: {
    description: 'The client may administer',
    fix: 'A client with a scope of the admin API is changed by owners alone. Change it in the administration.',
    setting: 'scope',
  },
  openid_of_person_needed: {
    description: 'The token needs the scope openid of a person',
    fix: 'Ask for the scope openid when the person signs in; a token of the client itself has nobody to tell of.',
    setting: 'scope',
  },
  demo_scope_needed: {
    description: 'The MCP server of the demo needs the scope demo.mcp',
    fix: 'Connect the agent again: it reads the scope from the metadata of the server.',
    setting: 'scope',
  },
} as const satisfies Record<string, Rule>;
