import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { listIdentities } from '#lib/users/identity-store';
import type { User } from '#lib/users/user';
import { setClaims } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';

/** The claims that a person changes without a fresh sign-in. None of them gives access to the account. */
const profileClaims = ['name', 'given_name', 'family_name', 'locale', 'zoneinfo', 'picture'] as const;

type ProfileClaim = (typeof profileClaims)[number];

/**
 * Changes the name, the language or the picture of a person. It cannot touch the address or anything else. An empty text
 * removes its claim.
 * @param user the account as it is stored, locked in this transaction
 * @returns the names of the claims that changed
 */
export async function changeProfile(
  tx: Transaction,
  { sub, claims }: Pick<User, 'sub' | 'claims'>,
  texts: Readonly<Partial<Record<ProfileClaim, string>>>,
  now: Date,
): Promise<readonly ProfileClaim[]> {
  const changed = profileClaims.filter((name) => texts[name] !== undefined && texts[name] !== (claims[name] ?? ''));
  if (changed.length === 0) return [];
  const kept = Object.entries(claims).filter(([name]) => !changed.some((one) => one === name));
  const set = changed.flatMap((name) => (texts[name] === '' ? [] : [[name, texts[name] ?? '']]));
  await setClaims(tx, proven('profile', sub), Object.fromEntries([...kept, ...set]), now);
  return changed;
}

/** The claims of a person that come from a provider, with the name of the provider. */
export type ManagedClaims = ReadonlyMap<string, string>;

/** The claims that a provider overwrites at each sign-in. The person has to change them there. */
export async function readManagedClaims(sub: string, { db, snapshot }: Context): Promise<ManagedClaims> {
  const identities = await listIdentities(db, sub);
  return new Map(
    identities.flatMap(({ provider, claims }) => {
      const found = snapshot.providers.get(provider);
      return found?.enabled ? claims.map((claim): [string, string] => [claim, found.displayName]) : [];
    }),
  );
}
