import type { Transaction } from '#lib/db/database';
import type { FactorRemoval } from '#lib/factors/authenticator-store';
import { removeMembershipsFrom } from '#lib/groups/end-memberships';
import { deleteIdentities, type IdentityKey, type WhichIdentities } from './identity-store';
import type { Removal } from './user';

/** Removes an identity from a person, who is locked. @returns what was removed: nothing if the person did not have it */
export function removeIdentity(
  tx: Transaction,
  proof: FactorRemoval,
  { provider, issuer, subject }: IdentityKey,
): Promise<Removal[]> {
  return remove(tx, proof, { provider, issuer, subject });
}

/**
 * Removes upstream identities from a person, who is locked.
 * @param since only those that were linked after this time; null for all
 * @returns what was removed
 */
export function removeIdentities(tx: Transaction, proof: FactorRemoval, since: Date | null): Promise<Removal[]> {
  return remove(tx, proof, since === null ? {} : { createdAt: { gt: since } });
}

/**
 * With the identity that was used last at a provider end the memberships that it gave, because no sign-in with it would
 * end them any more (security #204).
 */
async function remove(tx: Transaction, proof: FactorRemoval, which: WhichIdentities): Promise<Removal[]> {
  const { keys, leftProviders } = await deleteIdentities(tx, proof, which);
  const sources = leftProviders.map((provider) => `provider:${provider}`);
  const ended = sources.length === 0 ? [] : await removeMembershipsFrom(tx, proof.sub, sources);
  return [
    ...keys.map((details) => ({ type: 'identity.unlinked' as const, details })),
    ...ended.map((details) => ({ type: 'group.member_removed' as const, details })),
  ];
}
