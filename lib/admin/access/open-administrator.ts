import type { Context } from '#lib/context';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { AdminContext } from '../admin-context';
import { authorizePrincipal, findAdminSession, type Policy, type Principal, principalOf } from './principal';
import { recordRefusal } from './record-refusal';

/** A permitted person, and their session. */
export type Allowed = {
  readonly decision: 'allowed';
  readonly admin: AdminContext;
  readonly session: SessionWithUser;
};

/** A signed-in person without permission. */
export type Refused = Pick<Principal, 'name' | 'role'>;

export type Opened =
  | Allowed
  | { readonly decision: 'forbidden'; readonly who: Refused }
  | { readonly decision: 'sign_in' };

type Asked = {
  readonly cookieHeader: string | undefined;
  readonly clientAddress: string;
  /** The path that the person asked for. Null if this request was refused before, so that it is recorded once. */
  readonly what: string | null;
};

/** The only guard of the administration. Every page and every form goes through it, and it refuses by default. */
export async function openAdministrator(
  { permission }: Policy,
  { cookieHeader, clientAddress, what }: Asked,
  context: Context,
): Promise<Opened> {
  const session = await findAdminSession(cookieHeader, context);
  if (session === null) return { decision: 'sign_in' };
  const principal = principalOf(session);
  if (authorizePrincipal(principal, { permission }) === 'allowed') {
    const who = { principal, proof: null, clientAddress, source: 'area' } as const;
    return { decision: 'allowed', session, admin: { ...context, log: context.log, ...who } };
  }
  if (what !== null) await recordRefusal(context, { principal, clientAddress, source: 'area', what, permission });
  return { decision: 'forbidden', who: { name: principal.name, role: principal.role } };
}
