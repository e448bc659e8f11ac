import { insertRows, type PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { empty, join, sql } from '#lib/db/sql';
import { type Dialect, defineWrite } from '#lib/db/statement';
import type { Step } from '#lib/db/step';
import type { AuditEvent, NewAuditEvent } from './event';
import { countOfDetails, listIdsOfDetails } from './event-detail-store';
import { createEventId, firstEventId, lastEventId } from './event-id';
import { markUnsealed } from './seals/seal-store';

/** Longer details are replaced by a note. In bytes of JSON. */
const maximumDetails = 64 * 1024;
const maximumText = 300;

/**
 * Records events, in the transaction of the change itself, so that neither exists without the other.
 * @param events must never contain a secret, a token or a password
 */
export async function recordEvents(
  db: Database | Transaction,
  events: readonly NewAuditEvent[],
  at: Date,
): Promise<void> {
  // Many take fewer messages than steps would.
  if (events.length > 1 && !('$connect' in db)) return prepareEvents(db.dialect, events, at)(db);
  await run(
    db,
    events.map((event) => recordEvent(event, at)),
  );
}

/** The same for many events, 100 in each statement, prepared before the transaction. */
export function prepareEvents(dialect: Dialect, events: readonly NewAuditEvent[], at: Date): PreparedWrite {
  const insert = insertRows(
    dialect,
    'AuditEvent',
    events.map((event) => toRow(event, at)),
  );
  return async (tx) => {
    await insert(tx);
    markUnsealed();
  };
}

const insertEvent = defineWrite(
  `INSERT INTO "AuditEvent" ("id", "at", "type", "outcome", "actorKind", "actorId", "actorName", "targetKind", "targetId",
    "targetName", "clientId", "clientName", "address", "requestId", "details")
  VALUES (@id, @at, @type, @outcome, @actorKind, @actorId, @actorName, @targetKind, @targetId, @targetName, @clientId,
    @clientName, @address, @requestId, @details)`,
);

/** Records an event. It must never contain a secret, a token or a password. */
export function recordEvent(event: NewAuditEvent, at: Date): Step {
  return [{ statement: insertEvent, values: toRow(event, at), refusal: null, remember: markUnsealed }];
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

/**
 * Characters that PostgreSQL refuses in a text column: NUL and lone surrogates. People type anything into the name
 * field.
 */
const unstorable = /[\0\p{Cs}]/gu;

function short(text: string | null): string | null {
  return text === null ? null : text.slice(0, maximumText).replace(unstorable, '\uFFFD');
}

/** Filters for the list; an event has to match all of them. */
export type EventFilter = {
  readonly types?: readonly string[];
  readonly outcome?: string;
  /** Who did it, or what it was done to. */
  readonly partyId?: string;
  readonly actorId?: string;
  readonly targetId?: string;
  /** Without the failures of those who proved nothing. */
  readonly isProven?: true;
  /** Only by others than this person who are known: mostly administrators. */
  readonly isByOther?: string;
  readonly clientId?: string;
  readonly address?: string;
  readonly requestId?: string;
  /**
   * Texts that the details have under a name, for example `problem`, why a sign-in failed, and `idp`, where somebody
   * signed in.
   */
  readonly details?: Readonly<Record<string, string>>;
  /** Event IDs (see firstEventId()). `from` is included, `before` is not. */
  readonly from?: string;
  readonly before?: string;
  /** Only events after this one, oldest first. */
  readonly after?: string;
};

/**
 * Events that match a filter, newest first.
 * @param limit the maximum number of rows; the ID of the last row is `before` of the next page
 */
export async function listEvents(
  db: Database | Transaction,
  filter: EventFilter,
  limit: number,
): Promise<AuditEvent[]> {
  const { types, details, partyId } = filter;
  if (partyId !== undefined) return listOfParty(db, partyId, filter, limit);
  const orderBy = { id: filter.after === undefined ? ('desc' as const) : ('asc' as const) };
  if (details !== undefined) {
    const ids = await listIdsOfDetails(db, { ...filter, details }, limit);
    return db.auditEvent.findMany({ where: { id: { in: ids } }, orderBy });
  }
  if (types !== undefined && isBroad(filter)) {
    const ids = await listIdsOfTypes(db, { ...filter, types }, limit);
    return db.auditEvent.findMany({ where: { id: { in: ids } }, orderBy });
  }
  return db.auditEvent.findMany({ where: toWhere(filter), orderBy, take: limit });
}

/** Each role has its own index. */
async function listOfParty(
  db: Database | Transaction,
  partyId: string,
  { partyId: _, ...filter }: EventFilter,
  limit: number,
): Promise<AuditEvent[]> {
  const by = await listEvents(db, { ...filter, actorId: partyId }, limit);
  const about = await listEvents(db, { ...filter, targetId: partyId }, limit);
  const found = new Map([...by, ...about].map((event) => [event.id, event]));
  const ids = [...found.keys()].sort();
  if (filter.after === undefined) ids.reverse();
  return ids.slice(0, limit).flatMap((id) => found.get(id) ?? []);
}

/**
 * How many events match a filter.
 * @param limit counting stops there
 */
export async function countMatching(db: Database | Transaction, filter: EventFilter, limit: number): Promise<number> {
  const { details, partyId, ...others } = filter;
  if (partyId !== undefined) {
    const count = (of: EventFilter) => countMatching(db, { ...others, ...(details && { details }), ...of }, limit);
    const [by, about] = [await count({ actorId: partyId }), await count({ targetId: partyId })];
    if (by === limit || about === limit) return limit;
    return Math.min(limit, by + about - (await count({ actorId: partyId, targetId: partyId })));
  }
  if (details !== undefined) return countOfDetails(db, { ...filter, details }, limit);
  return db.auditEvent.count({ where: toWhere(filter), take: limit });
}

function toWhere({ types, details: _, partyId: __, isProven, isByOther, from, before, after, ...equal }: EventFilter) {
  const [type, ...others] = types ?? [];
  const id = { ...(from && { gte: from }), ...(before && { lt: before }), ...(after && { gt: after }) };
  return {
    ...equal,
    ...(isByOther !== undefined && {
      actorKind: { not: 'anonymous' },
      OR: [{ actorId: null }, { actorId: { not: isByOther } }],
    }),
    ...(isProven && { NOT: { actorKind: 'anonymous', outcome: 'failure' } }),
    ...(type !== undefined && { type: others.length === 0 ? type : { in: [type, ...others] } }),
    ...((from ?? before ?? after) && { id }),
  };
}

const walkedRows = 500;

/** An event with its position in the hash chain. */
type SealedEvent = AuditEvent & { readonly seal: { readonly sequence: number; readonly hash: string } | null };

/**
 * All events, oldest first.
 * @param before only events before this time
 */
export async function* walkEvents(db: Database, before: Date | null): AsyncGenerator<SealedEvent> {
  const end = before === null ? {} : { lt: firstEventId(before) };
  for (let last = ''; ; ) {
    const rows: SealedEvent[] = await db.auditEvent.findMany({
      where: { id: { gt: last, ...end } },
      orderBy: { id: 'asc' },
      take: walkedRows,
      include: { seal: { select: { sequence: true, hash: true } } },
    });
    yield* rows;
    last = rows.at(-1)?.id ?? '';
    if (rows.length < walkedRows) return;
  }
}

export async function findEvent(db: Database | Transaction, id: string): Promise<AuditEvent | null> {
  return db.auditEvent.findUnique({ where: { id } });
}

/** Whether no filter is selective. The events of a person, an address or a request are found by an index. */
function isBroad({ actorId, targetId, address, requestId }: EventFilter): boolean {
  return (actorId ?? targetId ?? address ?? requestId) === undefined;
}

/** Filters by type; an event has to match all of them. */
type TypeFilter = Pick<EventFilter, 'outcome' | 'clientId' | 'from' | 'before' | 'after'> & {
  readonly types: readonly string[];
};

const outcomes = ['success', 'failure'];

const orders = { newest: sql`DESC`, oldest: sql`ASC` };

/**
 * The IDs of the newest events that match a filter. Each type and outcome is read from its own range of an index, which
 * ends after `limit` rows. With IN, the database would either sort all events of these types, or read all events until
 * it has found enough.
 */
async function listIdsOfTypes(
  db: Database | Transaction,
  { types, outcome, clientId, from = '', before = lastEventId, after }: TypeFilter,
  limit: number,
): Promise<string[]> {
  const kinds = types.flatMap((type) =>
    (outcome === undefined ? outcomes : [outcome]).map((one) => [type, one] as const),
  );
  if (kinds.length === 0) return [];
  const [order, bound] = after === undefined ? [orders.newest, sql`>=`] : [orders.oldest, sql`>`];
  const stretches = kinds.map(([type, one]) => {
    const client = clientId === undefined ? empty : sql`${clientId}, `;
    const column = clientId === undefined ? empty : sql`e."clientId", `;
    const ordered = clientId === undefined ? empty : sql`e."clientId" ${order}, `;
    // Compared as rows, so that only this index fits. With single conditions, a generic plan may choose another index.
    return sql`SELECT * FROM (SELECT e."id" FROM "AuditEvent" e
      WHERE (${column}e."type", e."outcome", e."id") ${bound} (${client}${type}, ${one}, ${after ?? from})
        AND (${column}e."type", e."outcome", e."id") < (${client}${type}, ${one}, ${before})
      ORDER BY ${ordered}e."type" ${order}, e."outcome" ${order}, e."id" ${order} LIMIT ${limit}) stretch`;
  });
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM (${join(stretches, ' UNION ALL ')}) found ORDER BY "id" ${order} LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
