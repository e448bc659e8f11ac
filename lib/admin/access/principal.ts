import type { Context } from '#lib/context';
import { missingFactor } from '#lib/interactions/next-step';
import { portalSignIn } from '#lib/protocol/required-sign-in';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { csrfToken, verifyCsrf } from '#lib/sessions/csrf';
import { readBrowser } from '#lib/sessions/read-browser';
import { touchSession } from '#lib/sessions/renew-handle';
import { roleInForce } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';
import { isPermitted, type Permission } from './permission';

/**
 * The person or client that acts in the administration. The role is read for each request, so a lost role counts
 * immediately.
 */
export type Principal = {
  readonly kind: 'session' | 'token';
  /** The person; null for a client that acts for itself. */
  readonly sub: string | null;
  /** The name in the audit log. */
  readonly name: string;
  readonly role: AdminRole | null;
  /** The session that form tokens are bound to. Null for a token. */
  readonly sid: string | null;
};

/** The current session of the browser. Null if it does not give access to the administration. */
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

/** The principal of a session. */
export function principalOf({ sub, sid, user }: SessionWithUser): Principal {
  return { kind: 'session', sub, name: user.username, role: roleInForce(user), sid };
}

/**
 * The administration requires a second factor if `second_factor` does. `admin_second_factor` always requires level 2.
 */
function lacksFactor(session: SessionWithUser, context: Context): boolean {
  const required = portalSignIn({ area: '/admin', again: false, changesFactors: false }, context);
  return missingFactor(required, session, context.now) !== null;
}

/**
 * The policy of a page, action or operation of the administration. Each must declare one, because the default is to
 * refuse.
 */
export type Policy = { readonly permission: Permission };

type Decision = 'allowed' | 'sign_in' | 'forbidden';

/** Decides whether a principal meets a policy. Pure. */
export function authorizePrincipal(principal: Pick<Principal, 'role'> | null, { permission }: Policy): Decision {
  if (principal === null) return 'sign_in';
  return isPermitted(principal.role, permission) ? 'allowed' : 'forbidden';
}

const purpose = 'admin';

/**
 * The value of the hidden `csrf` input in forms of the administration, bound to the session. Empty without a session.
 */
export function createFormToken({ sid }: Principal, { settings }: Context): string {
  return sid === null ? '' : csrfToken(settings.secret, { handle: sid }, purpose);
}

/** True if the form was made for this session (security #100). */
export function hasFormToken({ sid }: Principal, { settings }: Context, token: string): boolean {
  return sid !== null && verifyCsrf(settings.secret, { handle: sid }, purpose, token);
}
