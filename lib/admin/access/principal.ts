import type { Context } from '#lib/context';
import { missingFactor } from '#lib/interactions/next-step';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/touch-session';
import { roleInForce } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';

/**
 * The person or client that acts in the administration. The role is read for each request, so a lost role counts
 * immediately.
 */
export type Principal = {
  readonly kind: 'session' | 'token';
  /** The person; null for a client that acts for itself. */
  readonly sub: string | null;
  /** How the audit log names them. */
  readonly name: string;
  readonly role: AdminRole | null;
  /** The session, for its form tokens; null for a token. */
  readonly sid: string | null;
};

/** The person of the browser's current session. @returns null if there is no session, or a factor is missing */
export async function findSessionPrincipal(
  cookieHeader: string | undefined,
  context: Context,
): Promise<Principal | null> {
  const session = await findAdminSession(cookieHeader, context);
  return session && principalOf(session);
}

/** The browser's current session as far as the administration may be seen with it; null if it may not. */
export async function findAdminSession(
  cookieHeader: string | undefined,
  context: Context,
): Promise<SessionWithUser | null> {
  const { db, settings, snapshot, now } = context;
  const { current } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (current === null || lacksFactor(current, context)) return null;
  await touchSession(db, current, snapshot.portal, now);
  return current;
}

/** Who acts in a session. */
export function principalOf({ sub, sid, user }: SessionWithUser): Principal {
  return { kind: 'session', sub, name: user.username, role: roleInForce(user), sid };
}

/** The administration follows `second_factor`, and `admin_second_factor` asks for level 2 always. */
function lacksFactor(session: SessionWithUser, context: Context): boolean {
  const required = portalSignIn({ area: '/admin', again: false, changesFactors: false }, context);
  return missingFactor(required, session, context.now) !== null;
}
