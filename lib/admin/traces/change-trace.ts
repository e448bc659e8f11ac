import { createEventId } from '#lib/audit/event-id';
import { recordEvents } from '#lib/audit/event-store';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { refreshSnapshot, takeIntoUse } from '#lib/snapshot/current';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { createTrace, endTrace, findRunning, findTrace } from './trace-store';

/** A trace runs for this long unless someone stops it. */
const traceSeconds = 900;

/** A trace can be read for this long. */
const keptSeconds = 86_400;

/** The maximum number of running traces, because each one slows every request. */
const maximumRunning = 20;

/**
 * Starts a trace of a client for 15 minutes. Every process follows within a second. If the client is already traced,
 * that trace continues.
 * @returns the ID of the trace
 * @throws AdminError `not_found` for an unknown client, `too_many_requests` if too many traces are running
 */
export async function startTrace(admin: AdminContext, clientId: string): Promise<string> {
  const { db, now, snapshot, principal } = admin;
  const client = snapshot.clients.get(clientId);
  if (client === undefined) {
    const message = 'No client has this ID';
    throw new AdminError('not_found', message, [{ field: 'client_id', code: 'not_found', message }]);
  }
  const id = createEventId(now);
  const running = await transaction(db, async (tx) => {
    // This locks out other writers, so that two administrators cannot start two traces.
    await bumpRevision(tx);
    const others = await findRunning(tx, now);
    const same = others.find((one) => one.clientId === clientId);
    if (same !== undefined) return same.id;
    if (others.length >= maximumRunning)
      throw new AdminError('too_many_requests', 'Too many traces are running. Stop one first.');
    await createTrace(tx, {
      id,
      clientId,
      actorId: principal.sub,
      actorName: principal.name,
      startedAt: now,
      endsAt: later(now, traceSeconds),
      expiresAt: later(now, keptSeconds),
    });
    await record(tx, admin, { type: 'trace.started', clientId, traceId: id });
    return id;
  });
  await takeIntoUse(() => refreshSnapshot(now), admin.log);
  return running;
}

/** Stops a trace early. Its steps can still be read. @throws AdminError `not_found` */
export async function stopTrace(admin: AdminContext, id: string): Promise<void> {
  const { db, now, principal } = admin;
  await transaction(db, async (tx) => {
    await bumpRevision(tx);
    const trace = await findTrace(tx, id);
    if (trace === null) throw new AdminError('not_found', 'This trace does not exist');
    const ended = await endTrace(tx, { id, stoppedBy: principal.name }, now);
    if (ended) await record(tx, admin, { type: 'trace.stopped', clientId: trace.clientId, traceId: id });
  });
  await takeIntoUse(() => refreshSnapshot(now), admin.log);
}

type Change = {
  readonly type: 'trace.started' | 'trace.stopped';
  readonly clientId: string;
  readonly traceId: string;
};

async function record(
  tx: Parameters<typeof recordEvents>[0],
  admin: AdminContext,
  { type, clientId, traceId }: Change,
): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const name = admin.snapshot.clients.get(clientId)?.clientName ?? null;
  const client = { id: clientId, name };
  const event = {
    outcome: 'success',
    actor,
    target: { kind: 'client', ...client },
    client,
    address,
    requestId,
  } as const;
  await recordEvents(tx, [{ type, ...event, details: { trace: traceId, ...(reason && { reason }) } }], admin.now);
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
