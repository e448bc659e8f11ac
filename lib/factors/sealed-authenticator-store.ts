import type { Database, Transaction } from '#lib/db/database';
import { inRounds } from '#lib/db/in-rounds';
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
