import { findAdminSession, type Principal, principalOf } from '#lib/admin/access/principal';
import type { AdminContext } from '#lib/admin/admin-context';
import type { Context } from '#lib/context';
import type { AdminRole } from '#lib/users/user';
import { findUserByUsername } from '#lib/users/user-store';
import type { TestProvider } from './provider';

/**
 * Calls an admin function as this person, who has just signed in.
 * @throws if no person has this name
 */
export async function actAs(provider: TestProvider, username: string, role?: AdminRole): Promise<AdminContext> {
  const context = provider.context();
  const user = await findUserByUsername(context.db, username);
  if (user === null) throw new Error(`there is no user ${username}`);
  const principal = {
    kind: 'session' as const,
    sub: user.sub,
    name: user.username,
    role: role ?? user.admin,
    sid: 'a-session',
  };
  const proof = { provedAt: context.now, usedAt: null };
  return { ...context, log: context.log, principal, proof, clientAddress: '192.0.2.9', source: 'area' };
}

/**
 * The sub of a person.
 * @throws if no person has this name
 */
export async function subOf(provider: TestProvider, username: string): Promise<string> {
  const user = await findUserByUsername(provider.context().db, username);
  if (user === null) throw new Error(`there is no user ${username}`);
  return user.sub;
}

/** The administrator of the browser's current session. Null if there is no session, or a factor is missing. */
export async function findSessionPrincipal(cookieHeader: string, context: Context): Promise<Principal | null> {
  const session = await findAdminSession(cookieHeader, context);
  return session && principalOf(session);
}
