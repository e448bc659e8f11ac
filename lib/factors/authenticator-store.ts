import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from '#lib/db/database';
import { inRounds } from '#lib/db/drain';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { batchesOf } from '#lib/vocabulary/batches';
import type { TotpKey } from './totp';

/** Who may remove a factor. */
export type FactorRemoval = AccountProof<'person' | 'link' | 'administrator' | 'operator'>;

/** A person's authenticator app. */
type StoredAuthenticator = {
  readonly key: TotpKey;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** @throws SealError if the key was sealed under an unknown secret */
export async function findAuthenticator(
  db: Database | Transaction,
  sub: string,
  secret: MasterSecret,
): Promise<StoredAuthenticator | null> {
  const row = await db.authenticator.findUnique({ where: { sub } });
  if (row === null) return null;
  const key = open(sealingKey(secret), row.sealed, aad(sub)).toString() as TotpKey;
  return { key, createdAt: row.createdAt, lastUsedAt: row.lastUsedAt };
}

/** When an app was added and last used, without its key. Null if the person has none. */
export async function findAuthenticatorTimes(
  db: Database,
  sub: string,
): Promise<Pick<StoredAuthenticator, 'createdAt' | 'lastUsedAt'> | null> {
  return db.authenticator.findUnique({ where: { sub }, select: { createdAt: true, lastUsedAt: true } });
}

/**
 * Adds or replaces the authenticator app of a person.
 * @param step the time step of the code that confirmed it; null if none was shown
 */
export async function saveAuthenticator(
  tx: Transaction,
  { sub }: AccountProof<'person'>,
  { key, step }: { readonly key: TotpKey; readonly step: bigint | null },
  { secret, now }: { readonly secret: MasterSecret; readonly now: Date },
): Promise<void> {
  const sealed = seal(sealingKey(secret), key, aad(sub));
  const data = { sealed, lastStep: step, createdAt: now, lastUsedAt: null };
  await tx.authenticator.upsert({ where: { sub }, create: { sub, ...data }, update: data, select: { sub: true } });
}

/** @returns false if the person has none */
export async function deleteAuthenticator(tx: Transaction, { sub }: FactorRemoval): Promise<boolean> {
  return (await tx.authenticator.deleteMany({ where: { sub } })).count === 1;
}

/**
 * Uses a time step by one conditional update. Each code works once, and never after a newer one was used (security
 * #93).
 * @returns true for exactly one of any number of callers
 */
export async function spendStep(db: Database | Transaction, sub: string, step: bigint, now: Date): Promise<boolean> {
  const { count } = await db.authenticator.updateMany({
    where: { sub, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step, lastUsedAt: now },
  });
  return count === 1;
}

function aad(sub: string) {
  return rowAad('Authenticator', 'sealed', sub);
}

/**
 * The sealed keys of the authenticator apps by person.
 * @param subs null for all accounts
 */
export async function listSealedAuthenticators(
  db: Database | Transaction,
  subs: readonly string[] | null,
): Promise<ReadonlyMap<string, string>> {
  const select = { sub: true, sealed: true };
  const rows =
    subs === null
      ? await listAll(db)
      : (
          await Promise.all(
            batchesOf(subs).map((sub) => db.authenticator.findMany({ where: { sub: { in: sub } }, select })),
          )
        ).flat();
  return new Map(rows.map(({ sub, sealed }) => [sub, sealed]));
}

async function listAll(db: Database | Transaction): Promise<{ readonly sub: string; readonly sealed: string }[]> {
  const found: { readonly sub: string; readonly sealed: string }[] = [];
  const select = { sub: true, sealed: true } as const;
  const read = (after: string, take: number) =>
    db.authenticator.findMany({ where: { sub: { gt: after } }, orderBy: { sub: 'asc' }, take, select });
  for await (const row of inRounds(read, ({ sub }) => sub)) found.push(row);
  return found;
}

/** Adds or replaces the authenticator app of a person. No code has been shown yet. */
export async function saveSealedAuthenticator(
  tx: Transaction,
  { sub }: AccountProof<'operator'>,
  sealed: string,
  now: Date,
): Promise<void> {
  const data = { sealed, lastStep: null, createdAt: now, lastUsedAt: null };
  await tx.authenticator.upsert({ where: { sub }, create: { sub, ...data }, update: data, select: { sub: true } });
}
