import { recordEvents } from '#lib/audit/event-store';
import { addRevision } from '#lib/audit/revision-store';
import { recordedClient } from '#lib/clients/client-record';
import { listClients, listIdleRegistrations, listUnusedRegistrations, lockClients } from '#lib/clients/client-store';
import { deleteClients } from '#lib/clients/delete-clients';
import { findRecordingStart } from '#lib/clients/usage/use-store';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import type { Dialect } from '#lib/db/statement';
import { transaction } from '#lib/db/transaction';
import { dayMs } from '#lib/vocabulary/time';
import { openLimits } from './find-no-place';

/** In milliseconds: how long a client is kept if nobody has signed in with it. */
const keptMs = 7 * dayMs;

/** The same while more than half of the places are taken. */
const scarceMs = dayMs;

/** The number of clients in one transaction and revision. */
const batchSize = 50;

const places = { scarceAbove: openLimits.clients / 2, scarceMs, keptMs } as const;

type Sweeping = {
  readonly now: Date;
  /** Ends the work after the current batch. */
  readonly signal?: AbortSignal;
};

/** Finds clients to delete, at most `batchSize`. */
type Find = (db: Database | Transaction) => Promise<string[]>;

/**
 * Deletes self-registered clients with which nobody has signed in: after 7 days, or after 24 hours while more than half
 * of the places are taken. Programs register again, and without this, abandoned registrations would keep others out. It
 * also deletes clients that were used, but not for a long time.
 * @param unusedDays after how many days without use; null if none of them is deleted
 * @returns the number of deleted clients
 */
export async function sweepRegistrations(
  db: Database,
  { now, unusedDays = null, signal }: Sweeping & { readonly unusedDays?: number | null },
): Promise<number> {
  const sweeping = { now, ...(signal && { signal }) };
  const abandoned = await sweep(db, (from) => listUnusedRegistrations(from, { ...places, now }, batchSize), sweeping);
  if (unusedDays === null) return abandoned;
  const since = new Date(now.getTime() - unusedDays * dayMs);
  const start = await findRecordingStart(db);
  if (start === null || start > since) return abandoned;
  return abandoned + (await sweep(db, (from) => listIdleRegistrations(from, { since, now }, batchSize), sweeping));
}

async function sweep(db: Database, find: Find, { now, signal }: Sweeping): Promise<number> {
  const { dialect } = db.prepared;
  for (let total = 0; ; ) {
    const found = await find(db);
    if (found.length > 0) total += await transaction(db, (tx) => sweepBatch(tx, find, { found, now, dialect }));
    if (found.length < batchSize || signal?.aborted) return total;
  }
}

type Batch = { readonly found: readonly string[]; readonly now: Date; readonly dialect: Dialect };

/**
 * Finds the clients again once they are locked, because an operator may have vouched for one in the meantime, or a
 * person may have signed in with it.
 */
async function sweepBatch(tx: Transaction, find: Find, { found, now, dialect }: Batch): Promise<number> {
  await bumpRevision(tx);
  await lockClients(tx, dialect, found);
  const unused = (await find(tx)).filter((clientId) => found.includes(clientId));
  if (unused.length === 0) return 0;
  const records = await listClients(tx, unused);
  await deleteClients(tx, unused, { dialect, now });
  const actor = { kind: 'retention', id: null, name: null } as const;
  const revision = await addRevision(
    tx,
    { at: now, source: 'registration', actor, reason: null },
    records.map((record) => ({
      section: 'clients',
      key: record.clientId,
      before: recordedClient(record),
      after: null,
    })),
  );
  await recordEvents(
    tx,
    records.map(({ clientId: id, clientName: name }) => ({
      type: 'client.deleted',
      outcome: 'success',
      actor,
      target: { kind: 'client', id, name },
      client: { id, name },
      details: { self_registered: true, revision },
    })),
    now,
  );
  return unused.length;
}
