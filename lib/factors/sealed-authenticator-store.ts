import type { Database, Transaction } from '#lib/db/database';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import { batchesOf } from '#lib/vocabulary/batches';

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

/** The number of rows that a statement reads. The driver of SQLite lets requests in only between statements. */
const roundSize = 500;

async function listAll(db: Database | Transaction): Promise<{ readonly sub: string; readonly sealed: string }[]> {
  const found: { readonly sub: string; readonly sealed: string }[] = [];
  for (let after = ''; ; ) {
    const rows = await db.authenticator.findMany({
      where: { sub: { gt: after } },
      orderBy: { sub: 'asc' },
      take: roundSize,
      select: { sub: true, sealed: true },
    });
    found.push(...rows);
    after = rows.at(-1)?.sub ?? '';
    if (rows.length < roundSize) return found;
  }
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
