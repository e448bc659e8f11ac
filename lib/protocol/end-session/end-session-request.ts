import { z } from 'zod';
import type { EndSessionRule } from '../rules/end-session';

const problem = z.enum([
  'invalid_hint',
  'client_mismatch',
  'unknown_client',
  'no_client',
  'unregistered_redirect',
] as const satisfies readonly EndSessionRule[]);

/** The target after the sign-out: a post-logout redirect URI that is registered for the client. */
const postLogout = z.object({ clientId: z.string(), uri: z.string(), state: z.string().nullable() });

export type PostLogout = z.infer<typeof postLogout>;

/** A checked request at the end session endpoint. It is sealed whenever it goes through the browser. */
export const endSessionRequest = z.object({
  /** The claims of a valid id_token_hint. Null without one. */
  proof: z.object({ clientId: z.string(), sub: z.string(), sid: z.string().nullable() }).nullable(),
  postLogout: postLogout.nullable(),
  /** The client that asks. Null if it did not say so, or is unknown. A record of the former release has none. */
  clientId: z.string().nullable().default(null),
  logoutHint: z.string().nullable(),
  /** The language that the client asks for on our pages. */
  uiLocales: z.string().nullable(),
  /** Why the request could not be followed completely, for the client's developer. Shown only on our own page. */
  problem: problem.nullable(),
  /** The reference of the problem's explanation record. */
  reference: z.string().nullable(),
});

export type EndSessionRequest = z.infer<typeof endSessionRequest>;

/** A sign-out that a person starts at /logout. */
export const plainRequest: EndSessionRequest = {
  proof: null,
  postLogout: null,
  clientId: null,
  logoutHint: null,
  uiLocales: null,
  problem: null,
  reference: null,
};
