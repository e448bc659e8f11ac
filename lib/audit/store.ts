import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import type { AuditEvent, NewAuditEvent } from './event';
import { createEventId, firstEventId } from './event-id';
import { markUnsealed } from './seals/pending';
import { listIdsOfTypes } from './types/store';

/** Longer details are replaced by a note that they were: in bytes of JSON. */
const maximumDetails = 64 * 1024;
const maximumText = 300;

/**
 * Records what happened. In the transaction of the change itself, so that neither exists without the other.
 * @param events never hold a secret, a token or a password
 */
export async function recordEvents(
  db: Database | Transaction,
  events: readonly NewAuditEvent[],
  at: Date,
): Promise<void> {
  for (const data of batchesOf(events.map((event) => toRow(event, at)))) await db.auditEvent.createMany({ data });
  if (events.length > 0) markUnsealed();
}

function toRow(event: NewAuditEvent, at: Date): AuditEvent {
  const { actor, target = null, client = null, address = null, requestId = null, details = {} } = event;
  const text = JSON.stringify(details);
  return {
    id: createEventId(at),
    at,
    type: event.type,
    outcome: event.outcome,
    actorKind: actor.kind,
    actorId: short(actor.id),
    actorName: short(actor.name),
    targetKind: target?.kind ?? null,
    targetId: short(target?.id ?? null),
    targetName: short(target?.name ?? null),
    clientId: short(client?.id ?? null),
    clientName: short(client?.name ?? null),
    address,
    requestId,
    details: Buffer.byteLength(text) > maximumDetails ? '{"truncated":true}' : text,
  };
}

function short(text: string | null): string | null {
  return text === null ? null : text.slice(0, maximumText);
}

/** What to list; everything that is given has to hold. */
export type EventFilter = {
  readonly types?: readonly string[];
  readonly outcome?: string;
  readonly actorId?: string;
  readonly targetId?: string;
  readonly clientId?: string;
  readonly address?: string;
  readonly requestId?: string;
  /** Identifiers, see firstEventId(): from this one on, before that one. */
  readonly from?: string;
  readonly before?: string;
};

/**
 * Events that a filter lets through, the newest first.
 * @param limit at most so many rows; the last one's id is `before` of the next page
 */
export async function listEvents(
  db: Database | Transaction,
  filter: EventFilter,
  limit: number,
): Promise<AuditEvent[]> {
  const { types, from, before, ...equal } = filter;
  const orderBy = { id: 'desc' } as const;
  if (types !== undefined && isBroad(equal)) {
    const ids = await listIdsOfTypes(db, { ...filter, types }, limit);
    return db.auditEvent.findMany({ where: { id: { in: ids } }, orderBy });
  }
  return db.auditEvent.findMany({
    where: {
      ...equal,
      ...(types && { type: { in: [...types] } }),
      ...((from ?? before) && { id: { ...(from && { gte: from }), ...(before && { lt: before }) } }),
    },
    orderBy,
    take: limit,
  });
}

const walkedRows = 500;

/** All events, the oldest first. @param before only what happened before this time */
export async function* walkEvents(db: Database, before: Date | null): AsyncGenerator<AuditEvent> {
  const end = before === null ? {} : { lt: firstEventId(before) };
  for (let last = ''; ; ) {
    const rows: AuditEvent[] = await db.auditEvent.findMany({
      where: { id: { gt: last, ...end } },
      orderBy: { id: 'asc' },
      take: walkedRows,
    });
    yield* rows;
    last = rows.at(-1)?.id ?? '';
    if (rows.length < walkedRows) return;
  }
}

export async function findEvent(db: Database | Transaction, id: string): Promise<AuditEvent | null> {
  return db.auditEvent.findUnique({ where: { id } });
}

/** Nothing that few events have: a person, an address and a request find the rest by themselves. */
function isBroad({ actorId, targetId, address, requestId }: EventFilter): boolean {
  return (actorId ?? targetId ?? address ?? requestId) === undefined;
}
