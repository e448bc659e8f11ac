import type { Database, Transaction } from '#lib/db/database';

type OldSeal = {
  readonly sequence: number;
  readonly eventId: string;
  readonly hash: string;
  readonly event: { readonly at: Date };
};

/** The first seals of the chain, in order. */
export async function listFirstSeals(db: Database | Transaction, limit: number): Promise<OldSeal[]> {
  return db.auditSeal.findMany({
    orderBy: { sequence: 'asc' },
    take: limit,
    select: { sequence: true, eventId: true, hash: true, event: { select: { at: true } } },
  });
}

/** Deletes seals up to a number, and the events that they cover. @returns the number of deleted seals */
export async function deleteSealed(tx: Transaction, upTo: number, eventIds: readonly string[]): Promise<number> {
  const { count } = await tx.auditSeal.deleteMany({ where: { sequence: { lte: upTo } } });
  await tx.auditEvent.deleteMany({ where: { id: { in: [...eventIds] } } });
  return count;
}
