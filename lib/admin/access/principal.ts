import type { Context } from '#lib/protocol/context';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/touch-session';
import type { AdminRole } from '#lib/users/user';

/** Who acts in the administration. The role is read anew for each request, so that a lost one counts at once. */
export type Principal = {
  readonly kind: 'session' | 'token';
  /** The person; null for a client that acts for itself. */
  readonly sub: string | null;
  /** How the audit log names them. */
  readonly name: string;
  readonly role: AdminRole | null;
  /** When the person proved who they are; null for a token. */
  readonly authTime: Date | null;
  /** The session, for its form tokens; null for a token. */
  readonly sid: string | null;
};

/** The person of the browser's current session. @returns null when nobody is signed in */
export async function findSessionPrincipal(
  cookieHeader: string | undefined,
  { db, settings, snapshot, now }: Context,
): Promise<Principal | null> {
  const { current } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (current === null) return null;
  await touchSession(db, current, snapshot.portal, now);
  const { sub, sid, authTime, user } = current;
  return { kind: 'session', sub, name: user.username, role: user.admin, authTime, sid };
}
