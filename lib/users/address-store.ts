import type { Database, Transaction } from '#lib/db/database';
import { canonicalEmail } from '#lib/vocabulary/email';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';

/** In seconds. Longer than any transaction. */
const lockSeconds = 60;

/**
 * Locks an address until the transaction ends. If two people verify the same one at the same moment, the second sees
 * the result of the first. It is the row of a limit that nothing reads, so the sweeper removes it.
 * @param email see canonicalEmail()
 */
export async function lockAddress(tx: Transaction, email: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + lockSeconds * 1000);
  await tx.$executeRaw`
    INSERT INTO "RateLimit" ("key", "count", "expiresAt") VALUES (${`address:${email}`}, 0, ${expiresAt})
    ON CONFLICT ("key") DO UPDATE SET "expiresAt" = excluded."expiresAt"`;
}

/**
 * The enabled accounts with a verified address. At most two, because if there are several, none of them is found by the
 * address.
 * @param email see canonicalEmail()
 */
export async function findAddressHolders(db: Database | Transaction, email: string): Promise<string[]> {
  // Written like this, SQLite does not use the index on `enabled`, which leads to nearly every account.
  const where = { canonicalEmail: email, emailVerified: true, NOT: { enabled: false } };
  return (await db.user.findMany({ where, take: 2, select: { sub: true } })).map(({ sub }) => sub);
}

/** Who signs in with an address: see AccountPolicy. */
type Realm = { readonly identifiers: readonly IdentifierKind[] | null };

/** What decides whether an address belongs to one account alone. */
export type AddressRules = {
  readonly snapshot: { readonly portal: Realm; readonly tenants: ReadonlyMap<string, Realm> };
  readonly now: Date;
};

/**
 * Whether another enabled account verified this address first. This counts if people sign in with addresses at the
 * portal or at any tenant, because an account may belong to several (security #116). Locks the address until the
 * transaction ends.
 */
export async function isAddressTaken(
  tx: Transaction,
  { email, sub }: { readonly email: string; readonly sub: string },
  { snapshot: { portal, tenants }, now }: AddressRules,
): Promise<boolean> {
  const identifiers = [portal, ...tenants.values()].flatMap((realm) => realm.identifiers ?? []);
  if (!identifiers.includes('email')) return false;
  const canonical = canonicalEmail(email);
  if (canonical === null) return true;
  await lockAddress(tx, canonical, now);
  return (await findAddressHolders(tx, canonical)).some((holder) => holder !== sub);
}
