import type { Rule } from '#lib/explain/refusal';

/**
 * Why a request to sign out could not be followed completely (RP-Initiated Logout §2, §3). It is followed without the
 * invalid part.
 */
export const endSessionRules = {
  invalid_hint: {
    description: 'The id_token_hint is not a valid ID token of this server',
    fix: 'Send the unchanged ID token of the sign-in. An expired ID token is fine.',
  },
  client_mismatch: {
    description: 'The client_id is not the audience of the id_token_hint',
    fix: 'Leave the client_id out, or send the client_id that the ID token was issued to.',
  },
  unknown_client: {
    description: 'The client is unknown or not enabled',
    fix: 'Check the client_id, and that the client is enabled.',
    setting: 'client_id',
  },
  no_client: {
    description: 'A post_logout_redirect_uri needs an id_token_hint or a client_id',
    fix: 'Send the id_token_hint together with the post_logout_redirect_uri, or at least the client_id.',
  },
  unregistered_redirect: {
    description: 'The post_logout_redirect_uri is not registered for this client',
    fix: 'Register the address that was sent, or change the app to send a registered one. The addresses are compared byte for byte.',
    setting: 'post_logout_redirect_uris',
  },
} as const satisfies Record<string, Rule>;

export type EndSessionRule = keyof typeof endSessionRules;
