import { recordEvents } from '#lib/audit/event-store';
import { addRevision } from '#lib/audit/revision-store';
import { deleteClients, listClients, listUnusedRegistrations } from '#lib/clients/client-store';
import { wireClient } from '#lib/clients/wire-client';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { openLimits } from './register-client';

/** How long a client is kept if nobody has signed in with it, in milliseconds. */
const keptMs = 7 * 86_400_000;

/** The same while more than half of the places are taken. */
const scarceMs = 86_400_000;

/** Clients of one transaction, and of one revision. */
const batchSize = 50;

const places = { scarceAbove: openLimits.clients / 2, scarceMs, keptMs } as const;

/**
 * Deletes self-registered clients with which nobody has signed in: after 7 days, and after 24 hours while more than
 * half of the places are taken. Programs register again, and abandoned registrations would keep others out.
 * @returns the number of deleted clients
 */
export async function sweepRegistrations(db: Database, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const unused = await listUnusedRegistrations(db, { ...places, now }, batchSize);
    if (unused.length > 0) total += await transaction(db, (tx) => sweepBatch(tx, now));
    if (unused.length < batchSize) return total;
  }
}

/** Looks again after bumpRevision(): an operator may have vouched for a client meanwhile. */
async function sweepBatch(tx: Transaction, now: Date): Promise<number> {
  await bumpRevision(tx);
  const unused = await listUnusedRegistrations(tx, { ...places, now }, batchSize);
  if (unused.length === 0) return 0;
  const records = await listClients(tx, unused);
  await deleteClients(tx, unused);
  const actor = { kind: 'retention', id: null, name: null } as const;
  const revision = await addRevision(
    tx,
    { at: now, source: 'registration', actor, reason: null },
    records.map((record) => ({ section: 'clients', key: record.clientId, before: wireClient(record), after: null })),
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
