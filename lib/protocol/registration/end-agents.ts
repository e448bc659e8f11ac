import { recordEvents } from '#lib/audit/event-store';
import { addRevision } from '#lib/audit/revision-store';
import { recordedClient } from '#lib/clients/client-record';
import { clientTable, listClients, listEndedAgents } from '#lib/clients/client-store';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';

/** The number of clients in one transaction and revision. */
const batchSize = 50;

/**
 * Disables the clients that nobody vouches for when they reach their end date. Their grants stay, so that an operator
 * can set a later date and enable them again.
 * @param signal ends the work after the current batch
 * @returns the number of disabled clients
 */
export async function endAgents(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  for (let total = 0; ; ) {
    const found = await listEndedAgents(db, today, batchSize);
    if (found.length > 0) total += await transaction(db, (tx) => endBatch(tx, { db, today, now }));
    if (found.length < batchSize || signal?.aborted) return total;
  }
}

type At = { readonly db: Database; readonly today: string; readonly now: Date };

/** Reads the clients again after bumpRevision(), because an operator may have changed a date in the meantime. */
async function endBatch(tx: Transaction, { db, today, now }: At): Promise<number> {
  await bumpRevision(tx);
  const ended = await listEndedAgents(tx, today, batchSize);
  if (ended.length === 0) return 0;
  const records = await listClients(tx, ended);
  const pairs = records.map((former) => ({ former, record: { ...former, enabled: false } }));
  await clientTable.update(db.prepared.dialect, pairs, { now })(tx);
  const actor = { kind: 'retention', id: null, name: null } as const;
  const revision = await addRevision(
    tx,
    { at: now, source: 'registration', actor, reason: null },
    pairs.map(({ former, record }) => ({
      section: 'clients',
      key: record.clientId,
      before: recordedClient(former),
      after: recordedClient(record),
    })),
  );
  await recordEvents(
    tx,
    records.map(({ clientId: id, clientName: name, agentEndDate }) => ({
      type: 'client.updated',
      outcome: 'success',
      actor,
      target: { kind: 'client', id, name },
      client: { id, name },
      details: { changed: ['enabled'], end_date: agentEndDate, revision },
    })),
    now,
  );
  return records.length;
}
