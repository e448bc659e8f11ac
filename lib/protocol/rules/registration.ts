import type { Rule } from '#lib/explain/refusal';

/** RFC 7591 §3.2.2. The description names the member and what is expected. */
export const invalidRedirectUriRules = {
  redirect_uri_unusable: {
    description: '{name}',
    fix: 'Register addresses that begin with https, or for a native application a loopback address or a scheme of its own.',
    setting: 'redirect_uris',
  },
} as const satisfies Record<string, Rule>;

/** RFC 7591 §3.2.2. The description names the member and what is expected. */
export const invalidClientMetadataRules = {
  metadata_unusable: {
    description: '{name}',
    fix: 'Change the member that the answer names. The rules are those of the clients in the configuration file.',
  },
  metadata_not_open: {
    description: '{name}',
    fix: 'Leave it out, or register with an initial access token: npm run signet -- registration-token add prints one.',
    setting: 'dynamic_registration',
  },
  registered_identity_differs: {
    description: '{name}',
    fix: 'A client changes itself with its own client_id in the body, and repeats its secret unchanged or not at all.',
  },
} as const satisfies Record<string, Rule>;

/** Rules in addition to those of access tokens (RFC 6750 §3.1). */
export const registrationTokenRules = {
  initial_token_needed: {
    description: 'Registering takes an initial access token',
    fix: 'Send one as bearer token: npm run signet -- registration-token add prints one.',
    setting: 'dynamic_registration',
  },
  initial_token_invalid: {
    description: 'The initial access token is not valid',
    fix: 'It is unknown, used up, revoked or has expired: npm run signet -- registration-token list shows what there is.',
  },
  registration_token_invalid: {
    description: 'The registration access token is not valid',
    fix: 'Send the registration_access_token of this client as bearer token. A client that was deleted has none any more.',
  },
} as const satisfies Record<string, Rule>;
