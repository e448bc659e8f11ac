import type { Context } from '#lib/context';
import { listIdentities } from '#lib/users/identity-store';

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
