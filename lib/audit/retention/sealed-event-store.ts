import type { Database, Transaction } from '#lib/db/database';

type OldSeal = {
  readonly sequence: number;
  readonly eventId: string;
  readonly hash: string;
  readonly event: { readonly at: Date };
};

/** The first seals of the chain, in order, without those that another process is removing. */
export async function listFirstSeals(db: Database | Transaction, limit: number): Promise<OldSeal[]> {
  const seals = await db.auditSeal.findMany({
    orderBy: { sequence: 'asc' },
    take: limit,
    select: { sequence: true, eventId: true, hash: true },
  });
  // A separate statement. With a relation, a deleted event would be null although its type says otherwise.
  const events = await db.auditEvent.findMany({
    where: { id: { in: seals.map(({ eventId }) => eventId) } },
    select: { id: true, at: true },
  });
  const times = new Map(events.map(({ id, at }) => [id, at]));
  return seals.flatMap((seal) => {
    const at = times.get(seal.eventId);
    return at === undefined ? [] : [{ ...seal, event: { at } }];
  });
}

/**
 * Deletes seals up to a number, and the events that they cover.
 * @returns the number of deleted seals
 */
export async function deleteSealed(tx: Transaction, upTo: number, eventIds: readonly string[]): Promise<number> {
  const { count } = await tx.auditSeal.deleteMany({ where: { sequence: { lte: upTo } } });
  await tx.auditEvent.deleteMany({ where: { id: { in: [...eventIds] } } });
  return count;
}
