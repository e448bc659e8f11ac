import type { Client } from '#lib/clients/client';
import { findConsent, narrowConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { offlineAccess } from '#lib/protocol/scope';
import { listGrantGroups, narrowGrantGroup, revokeGrantGroup } from '#lib/tokens/grant-group-store';
import { forgetScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import { readNamedClaims, withoutClaimsUnder } from '#lib/vocabulary/requested-claims';

type TakenBack = { readonly sub: string; readonly client: Client; readonly scope: string };
type Now = Pick<Context, 'snapshot' | 'now'>;

/**
 * Takes a scope back from a client, with the claims that were allowed by name under it (decision 016): from all of its
 * grants with their tokens, and from the remembered consent.
 */
export async function takeBackScope(tx: Transaction, taken: TakenBack, { snapshot, now }: Now): Promise<void> {
  const { sub, client, scope } = taken;
  const { clientId } = client;
  const consent = await findConsent(tx, sub, client);
  if (consent !== null) {
    // A consent does not record under which scope a claim was allowed. A claim too many is only asked for again.
    const given = snapshot.scopes.get(scope)?.claims ?? [];
    const left = { scope: without(consent.scope, scope), claims: consent.claims.filter((one) => !given.includes(one)) };
    await narrowConsent(tx, { sub, clientId }, left);
  }
  // After the consent: an authorization that rests on it either fails, or has written its grant.
  await narrowGrants(tx, taken, now);
  await forgetScopeUses(tx, { sub, clientId, scope });
}

/** Grants with the scope for access while the person is away end without it. */
async function narrowGrants(
  tx: Transaction,
  { sub, client: { clientId }, scope: name }: TakenBack,
  now: Date,
): Promise<void> {
  for (const { scope, claims } of await listGrantGroups(tx, sub, now, clientId)) {
    const granted = scope.split(' ');
    const named = readNamedClaims(claims);
    if (!granted.includes(name) && !Object.values(named.under).includes(name)) continue;
    const left = { scope: without(granted, name), claims: withoutClaimsUnder(named, name) };
    const alike = { sub, clientId, scope, claims };
    const isOver = left.scope.length === 0 || (name === offlineAccess && granted.includes(name));
    if (isOver) await revokeGrantGroup(tx, alike, now);
    else await narrowGrantGroup(tx, alike, left);
  }
}

function without(scope: readonly string[], name: string): string[] {
  return scope.filter((one) => one !== name);
}
