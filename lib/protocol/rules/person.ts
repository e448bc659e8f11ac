import type { Rule } from '#lib/explain/refusal';

/** The same at the token endpoint, as invalid_grant. */
export const noAccess = {
  description: 'The user may not use this application',
  fix: 'Give the user a role or access in the client, or add the user to one of its groups. Or set access to everyone. Then send the same request again.',
  setting: 'access',
} as const satisfies Rule;

/** RFC 6749 §4.1.2.1, RFC 8628 §3.5. */
export const accessDeniedRules = {
  no_access: noAccess,
  nothing_to_release: {
    description: 'Nothing can be shared with the client',
    fix: 'Check the user, the tenant and the scopes. One of them changed after the user signed in.',
  },
  person_denied: {
    description: 'The user denied access',
    fix: 'Nothing is wrong. The user can try again.',
  },
  person_cancelled: {
    description: 'The user canceled',
    fix: 'Nothing is wrong. The user can try again.',
  },
  required_scope_denied: {
    description: 'A required scope was not granted',
    fix: 'The user declined a required scope. Leave it out of the request, or set required to false.',
    setting: 'required',
  },
  device_denied: {
    description: 'The user denied the request',
    fix: 'Nothing is wrong. The device can start again.',
  },
} as const satisfies Record<string, Rule>;

/** OpenID Connect Core §3.1.2.6. */
export const loginRequiredRules = {
  sign_in_needed: {
    description: 'The user must sign in',
    fix: 'Send the request again without prompt=none. No user is signed in, or the last sign-in is too old.',
  },
  session_ended: {
    description: 'The session has ended',
    fix: 'Send the request again. The user signed out in another window.',
  },
  other_person: {
    description: 'Another user signed in',
    fix: 'Leave out the id_token_hint to accept any user.',
  },
} as const satisfies Record<string, Rule>;

/** OpenID Connect Core §3.1.2.6. */
export const consentRequiredRules = {
  consent_needed: {
    description: 'The user must consent',
    fix: 'Send the request again without prompt=none, or set require_consent to false for the client.',
    setting: 'require_consent',
  },
} as const satisfies Record<string, Rule>;
