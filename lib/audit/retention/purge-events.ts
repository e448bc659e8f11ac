import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import type { NewAuditEvent } from '../event';
import { recordEvents } from '../store';
import { deleteSealed, listFirstSeals } from './store';

/** Events of one transaction: short enough to let others write in between. */
const batchSize = 500;

/** Old events wait until there is a day's worth of them, so that their removal is not an event of its own each minute. */
const graceMs = 86_400_000;
const dayMs = 86_400_000;

/**
 * Removes the beginning of the audit log that is older than `days`, once it is a day older than that. Each batch is a
 * transaction that also records where the chain begins now: verifyChain() takes a later beginning for whole only when the
 * chain itself tells of it. Several processes may do so at once.
 * @returns how many events went
 */
export async function purgeEvents(db: Database, days: number, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  const [oldest] = await listFirstSeals(db, 1);
  if (oldest === undefined || oldest.event.at.getTime() >= before.getTime() - graceMs) return 0;
  for (let total = 0; ; ) {
    const count = await purgeBatch(db, before, now);
    total += count;
    if (count < batchSize) return total;
  }
}

async function purgeBatch(db: Database, before: Date, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const seals = await listFirstSeals(tx, batchSize);
    const young = seals.findIndex(({ event }) => event.at >= before);
    const old = young === -1 ? seals : seals.slice(0, young);
    const last = old.at(-1);
    if (last === undefined) return 0;
    const eventIds = old.map(({ eventId }) => eventId);
    const deleted = await deleteSealed(tx, last.sequence, eventIds);
    // Another process was faster; what it removed it has recorded.
    if (deleted !== old.length) throw new Error('the audit log was purged by somebody else meanwhile');
    await recordEvents(tx, [purged({ events: old.length, through: last.sequence, hash: last.hash, before })], now);
    return old.length;
  });
}

type Removed = {
  readonly events: number;
  /** The number and the hash of the last seal that went: what the next one builds on. */
  readonly through: number;
  readonly hash: string;
  readonly before: Date;
};

function purged({ before, ...removed }: Removed): NewAuditEvent {
  return {
    type: 'audit.purged',
    outcome: 'success',
    actor: { kind: 'retention', id: null, name: null },
    details: { ...removed, before: before.toISOString() },
  };
}
