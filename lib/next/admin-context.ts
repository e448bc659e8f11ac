import type { ServerResponse } from 'node:http';
import { headers } from 'next/headers';
import { authorizePrincipal, type Decision, type Policy } from '#lib/admin/access/authorize-principal';
import { findSessionPrincipal } from '#lib/admin/access/principal';
import { recordRefusal } from '#lib/admin/access/record-refusal';
import type { AdminContext } from '#lib/admin/admin-context';
import { responseStorage } from '#lib/http/response-storage';
import { singleton } from '#lib/singleton';
import { pageContext } from './page-context';
import { readRequestFacts } from './request-facts';

/** The one guard of the area: every page and every action passes it, and it lets nobody in by default. */
export async function openAdmin(
  policy: Policy,
): Promise<{ readonly decision: 'allowed'; readonly admin: AdminContext } | { readonly decision: Refusal }> {
  const incoming = await headers();
  const context = await pageContext();
  const principal = await findSessionPrincipal(incoming.get('cookie') ?? undefined, context);
  const decision = authorizePrincipal(principal, policy, context.now);
  const { clientAddress, path } = readRequestFacts((name) => incoming.get(name));
  if (decision === 'forbidden' && principal !== null && isFirstRefusal()) {
    const { permission } = policy;
    await recordRefusal(context, { principal, clientAddress, source: 'area', what: path, permission });
  }
  if (decision !== 'allowed') return { decision };
  if (principal === null) throw new Error('nobody is never allowed');
  return { decision, admin: { ...context, log: context.log, principal, clientAddress, source: 'area' } };
}

/** Without scripts one request passes the guard twice, with its action and with its page; it is recorded once. */
function isFirstRefusal(): boolean {
  const response = responseStorage().getStore();
  if (response === undefined) return true;
  const refused = singleton('recorded-refusals', () => new WeakSet<ServerResponse>());
  if (refused.has(response)) return false;
  refused.add(response);
  return true;
}

export type Refusal = Exclude<Decision, 'allowed'>;
