import type { Rule } from '#lib/explain/refusal';

/** RFC 6749 §4.1.2.1, RFC 8628 §3.5. */
export const accessDeniedRules = {
  nothing_to_release: {
    description: 'Nothing may be released to the client',
    fix: 'See that account, tenant and scopes are still what they were when the person signed in.',
  },
  person_denied: {
    description: 'The person denied access',
    fix: 'Nothing is wrong. Let the person try again when they want to.',
  },
  person_cancelled: {
    description: 'The person canceled',
    fix: 'Nothing is wrong. Let the person try again when they want to.',
  },
  required_scope_denied: {
    description: 'A required scope was not granted',
    fix: 'The person left out a scope that is marked as required. Leave it out of the request, or do not require it.',
    setting: 'required',
  },
  device_denied: {
    description: 'The person denied the request',
    fix: 'Nothing is wrong. The device may start again.',
  },
} as const satisfies Record<string, Rule>;

/** OpenID Connect Core §3.1.2.6. */
export const loginRequiredRules = {
  sign_in_needed: {
    description: 'The person has to sign in',
    fix: 'Send the request again without prompt=none: nobody is signed in, or not recently enough.',
  },
  session_ended: {
    description: 'The session has ended',
    fix: 'Send the request again: the person signed out in another window meanwhile.',
  },
  other_person: {
    description: 'Another person signed in',
    fix: 'Leave out the id_token_hint to accept any person.',
  },
} as const satisfies Record<string, Rule>;

/** OpenID Connect Core §3.1.2.6. */
export const consentRequiredRules = {
  consent_needed: {
    description: 'The person has to consent',
    fix: 'Send the request again without prompt=none, or let the client do without consent.',
    setting: 'require_consent',
  },
} as const satisfies Record<string, Rule>;
