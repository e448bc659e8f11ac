import type { Rule } from '#lib/explain/rule';

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
} as const satisfies Record<string, Rule>;
