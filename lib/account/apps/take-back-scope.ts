import type { Transaction } from '#lib/db/database';
import { offlineAccess } from '#lib/protocol/scope';
import { forgetScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { listConsents, listGrantGroups, revokeGrantGroup, setConsentScope, setGrantScope } from './app-store';

type TakenBack = { readonly sub: string; readonly clientId: string; readonly scope: string };

/**
 * Takes a scope back from a client: from all of its grants with their tokens, and from the remembered consent. If it is
 * the scope for access while the person is away, the grants end.
 */
export async function takeBackScope(
  tx: Transaction,
  { sub, clientId, scope: name }: TakenBack,
  now: Date,
): Promise<void> {
  const without = (scope: string) => scope.split(' ').filter((one) => one !== name);
  for (const { scope } of await listGrantGroups(tx, sub, now, clientId)) {
    const left = without(scope);
    if (left.length === scope.split(' ').length) continue;
    const alike = { sub, clientId, scope };
    if (name === offlineAccess || left.length === 0) await revokeGrantGroup(tx, alike, now);
    else await setGrantScope(tx, alike, left);
  }
  for (const { scope } of await listConsents(tx, sub, now, clientId)) {
    await setConsentScope(tx, { sub, clientId }, without(scope));
  }
  await forgetScopeUses(tx, { sub, clientId, scope: name });
}
