import type { ServerResponse } from 'node:http';
import { headers } from 'next/headers';
import { authorizePrincipal, type Decision, type Policy } from '#lib/admin/access/authorize-principal';
import { findAdminSession, type Principal, principalOf } from '#lib/admin/access/principal';
import { recordRefusal } from '#lib/admin/access/record-refusal';
import type { AdminContext } from '#lib/admin/admin-context';
import { responseStorage } from '#lib/http/response-storage';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { singleton } from '#lib/singleton';
import { pageContext } from './page-context';
import { readRequestFacts } from './request-facts';

type Opened =
  | Allowed
  | { readonly decision: 'forbidden'; readonly who: Refused }
  | { readonly decision: Exclude<Decision, 'allowed' | 'forbidden'> };

/** A permitted person, and their session. */
export type Allowed = {
  readonly decision: 'allowed';
  readonly admin: AdminContext;
  readonly session: SessionWithUser;
};

/** A signed-in person without permission. */
export type Refused = Pick<Principal, 'name' | 'role'>;

/** The only guard of the administration. Every page and every action goes through it, and it refuses by default. */
export async function openAdmin(policy: Policy): Promise<Opened> {
  const incoming = await headers();
  const context = await pageContext();
  const session = await findAdminSession(incoming.get('cookie') ?? undefined, context);
  if (session === null) return { decision: 'sign_in' };
  const principal = principalOf(session);
  const decision = authorizePrincipal(principal, policy);
  const { clientAddress, path } = readRequestFacts((name) => incoming.get(name));
  if (decision === 'allowed') {
    const who = { principal, proof: null, clientAddress, source: 'area' } as const;
    return { decision, session, admin: { ...context, log: context.log, ...who } };
  }
  if (isFirstRefusal()) {
    const { permission } = policy;
    await recordRefusal(context, { principal, clientAddress, source: 'area', what: path, permission });
  }
  return { decision: 'forbidden', who: { name: principal.name, role: principal.role } };
}

/**
 * Without scripts, one request goes through the guard twice, with its action and with its page. The refusal is recorded
 * once.
 */
function isFirstRefusal(): boolean {
  const response = responseStorage().getStore();
  if (response === undefined) return true;
  const refused = singleton('recorded-refusals', () => new WeakSet<ServerResponse>());
  if (refused.has(response)) return false;
  refused.add(response);
  return true;
}
