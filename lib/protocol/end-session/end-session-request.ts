import { z } from 'zod';
import type { EndSessionRule } from '../rules/end-session';

const problem = z.enum([
  'invalid_hint',
  'other_session',
  'client_mismatch',
  'unknown_client',
  'no_client',
  'unregistered_redirect',
] as const satisfies readonly EndSessionRule[]);

/** Where to go after the sign-out: a post-logout redirect URI that is registered for the client. */
const postLogout = z.object({ clientId: z.string(), uri: z.string(), state: z.string().nullable() });

export type PostLogout = z.infer<typeof postLogout>;

/** A request at the end session endpoint after its check. It is sealed whenever it passes through the browser. */
export const endSessionRequest = z.object({
  /** What a valid id_token_hint says; null without one. */
  proof: z.object({ clientId: z.string(), sub: z.string(), sid: z.string().nullable() }).nullable(),
  postLogout: postLogout.nullable(),
  logoutHint: z.string().nullable(),
  /** The language the client asks our pages to be in. */
  uiLocales: z.string().nullable(),
  /** Why the request could not be followed completely, for the client's developer; shown on our own page only. */
  problem: problem.nullable(),
  /** Of the problem's explanation record. */
  reference: z.string().nullable(),
});

export type EndSessionRequest = z.infer<typeof endSessionRequest>;

/** The sign-out that a person starts at /logout. */
export const plainRequest: EndSessionRequest = {
  proof: null,
  postLogout: null,
  logoutHint: null,
  uiLocales: null,
  problem: null,
  reference: null,
};
