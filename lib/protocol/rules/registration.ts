import type { Rule } from '#lib/explain/refusal';

/** RFC 7591 §3.2.2. The description names the member and what is expected. */
export const invalidRedirectUriRules = {
  redirect_uri_unusable: {
    description: '{name}',
    fix: 'Register addresses that begin with https. A native app can also use a loopback address or a custom scheme.',
    setting: 'redirect_uris',
  },
} as const satisfies Record<string, Rule>;

/** RFC 7591 §3.2.2. The description names the member and what is expected. */
export const invalidClientMetadataRules = {
  metadata_unusable: {
    description: '{name}',
    fix: 'Correct the member that the response names. The rules are the same as for clients in the configuration file.',
  },
  metadata_not_open: {
    description: '{name}',
    fix: 'Leave it out, or register with an initial access token. Run npm run signet -- registration-token add to create one.',
    setting: 'dynamic_registration',
  },
  registered_identity_differs: {
    description: '{name}',
    fix: 'Send the client_id of this client in the body. Send its current secret, or leave the secret out.',
  },
} as const satisfies Record<string, Rule>;

/** Rules in addition to those of access tokens (RFC 6750 §3.1). */
export const registrationTokenRules = {
  initial_token_needed: {
    description: 'Registration needs an initial access token',
    fix: 'Send an initial access token as a bearer token. Run npm run signet -- registration-token add to create one.',
    setting: 'dynamic_registration',
  },
  initial_token_invalid: {
    description: 'The initial access token is not valid',
    fix: 'The token is unknown, used up, revoked or expired. Run npm run signet -- registration-token list to see all tokens.',
  },
  registration_token_invalid: {
    description: 'The registration access token is not valid',
    fix: 'Send the registration_access_token of this client as a bearer token. The token of a deleted client no longer works.',
  },
} as const satisfies Record<string, Rule>;
