import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { dayMs } from '#lib/vocabulary/time';
import type { NewAuditEvent } from '../event';
import { recordEvents } from '../event-store';
import { ensureAuditKeys, proveRemoval } from '../seals/audit-key';
import type { AuditKey } from '../seals/chain';
import { deleteSealed, listFirstSeals } from './sealed-event-store';

/** The number of events deleted in one transaction. It is small enough to let others write in between. */
const batchSize = 500;

/** Old events are deleted one day at a time, so that the deletions do not fill the log with their own events. */
const graceMs = dayMs;

/**
 * No event before this time is kept. It is a day earlier than the limit, because old events are deleted one day at a
 * time.
 */
export function oldestKept(days: number, now: Date): Date {
  return new Date(now.getTime() - days * dayMs - graceMs);
}

/**
 * Deletes events that are older than `days`, once the oldest is another day older. Each batch is a transaction that
 * also records where the chain now begins, because verifyChain() accepts a later beginning only if the chain itself
 * records it. Several processes may run this at the same time.
 * @returns the number of deleted events
 */
export async function purgeEvents(db: Database, { days, secret, now, signal }: Purge): Promise<number> {
  const [oldest] = await listFirstSeals(db, 1);
  if (oldest === undefined || oldest.event.at >= oldestKept(days, now)) return 0;
  const key = (await ensureAuditKeys(db, secret, now)).at(-1);
  if (key === undefined) throw new Error('the audit log has no key');
  const before = new Date(now.getTime() - days * dayMs);
  for (let total = 0; ; ) {
    const count = await purgeBatch(db, { before, now, key });
    total += count;
    if (count < batchSize || signal?.aborted) return total;
  }
}

type Purge = {
  readonly days: number;
  readonly secret: MasterSecret;
  readonly now: Date;
  /** Ends the deletion after the current batch. */
  readonly signal?: AbortSignal;
};

type Batch = { readonly before: Date; readonly now: Date; readonly key: AuditKey };

async function purgeBatch(db: Database, { before, now, key }: Batch): Promise<number> {
  return transaction(db, async (tx) => {
    // The last seal stays, whatever its age. The next one builds on it, so that numbers never start again.
    const seals = (await listFirstSeals(tx, batchSize + 1)).slice(0, -1);
    const young = seals.findIndex(({ event }) => event.at >= before);
    const old = young === -1 ? seals : seals.slice(0, young);
    const last = old.at(-1);
    if (last === undefined) return 0;
    const eventIds = old.map(({ eventId }) => eventId);
    const deleted = await deleteSealed(tx, last.sequence, eventIds);
    // Another process was faster, and has recorded what it removed.
    if (deleted !== old.length) throw new Error('the audit log was purged by somebody else meanwhile');
    const { sequence: through, hash } = last;
    const proof = proveRemoval(key, through, hash);
    await recordEvents(tx, [purged({ events: old.length, through, hash, proof, before })], now);
    return old.length;
  });
}

type Removed = {
  readonly events: number;
  /** The number and the hash of the last deleted seal, which the next seal builds on. */
  readonly through: number;
  readonly hash: string;
  /** Created with the key of the chain, so that somebody who writes directly to the database cannot fake a deletion. */
  readonly proof: string;
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
