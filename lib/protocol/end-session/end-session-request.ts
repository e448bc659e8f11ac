import { z } from 'zod';

/** Why a request could not be followed in full; told to the client's developer on our own page alone. */
export const endSessionProblems = {
  invalid_hint: 'The id_token_hint is not a valid ID token of ours',
  other_session: 'The id_token_hint belongs to another session than the one in this browser',
  client_mismatch: 'The client_id is not the audience of the id_token_hint',
  unknown_client: 'The client is unknown or not enabled',
  no_client: 'A post_logout_redirect_uri needs an id_token_hint or a client_id',
  unregistered_redirect: 'The post_logout_redirect_uri is not registered for this client',
} as const;

const problem = z.enum([
  'invalid_hint',
  'other_session',
  'client_mismatch',
  'unknown_client',
  'no_client',
  'unregistered_redirect',
] as const satisfies readonly (keyof typeof endSessionProblems)[]);

/** Where to go after the sign-out: a post-logout redirect URI that is registered for the client. */
const postLogout = z.object({ clientId: z.string(), uri: z.string(), state: z.string().nullable() });

export type PostLogout = z.infer<typeof postLogout>;

/** A request at the end session endpoint after its check. It is sealed whenever it passes through the browser. */
export const endSessionRequest = z.object({
  /** What a valid id_token_hint says; null without one. */
  proof: z.object({ sub: z.string(), sid: z.string().nullable() }).nullable(),
  postLogout: postLogout.nullable(),
  logoutHint: z.string().nullable(),
  /** The language the client asks our pages to be in. */
  uiLocales: z.string().nullable(),
  problem: problem.nullable(),
});

export type EndSessionRequest = z.infer<typeof endSessionRequest>;

/** The sign-out that a person starts at /logout. */
export const plainRequest: EndSessionRequest = {
  proof: null,
  postLogout: null,
  logoutHint: null,
  uiLocales: null,
  problem: null,
};
