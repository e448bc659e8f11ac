import { createEventId } from '#lib/audit/event-id';
import type { Database, Transaction } from '#lib/db/database';
import { textOrNull, timeOrNull } from '#lib/db/read-column';
import type { DriverRow } from '#lib/db/statement';
import { dayMs } from '#lib/vocabulary/time';

export const requestStates = ['pending', 'approved', 'declined', 'expired'] as const;

type RequestState = (typeof requestStates)[number];

/** That a person asks for access to a client. */
export type AccessRequest = {
  /** Sorts by time. */
  readonly id: string;
  readonly clientId: string;
  readonly sub: string;
  readonly username: string;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly createdAt: Date;
  /** When it was decided or expired. Null for a pending one. */
  readonly decidedAt: Date | null;
  /** What whoever declined it wrote to the person. */
  readonly note: string | null;
};

/** The most characters of a reason and of a note. */
export const maximumReason = 500;

/** The most requests that wait, of a person and of a client. */
const mostOfPerson = 5;
const mostOfClient = 200;

const waitingMs = 30 * dayMs;
const pauseMs = 7 * dayMs;
const keptMs = 90 * dayMs;

const columns = {
  ...{ id: true, clientId: true, sub: true, state: true, reason: true, createdAt: true },
  ...{ decidedAt: true, note: true, expiresAt: true, user: { select: { username: true } } },
} as const;

type Row = Omit<AccessRequest, 'state' | 'username'> & {
  readonly state: string;
  readonly expiresAt: Date;
  readonly user: { readonly username: string };
};

function toRequest({ user, expiresAt, ...row }: Row, now: Date): AccessRequest {
  const state = requestStates.find((one) => one === row.state) ?? 'expired';
  const isOver = state === 'pending' && expiresAt.getTime() <= now.getTime();
  // No job has recorded its end yet.
  const ended = isOver ? { state: 'expired' as const, decidedAt: expiresAt } : { state };
  return { ...row, username: user.username, ...ended };
}

/** What a person may know of a client that they have no access to. */
export type AskingState = {
  /** The person's newest request there. Null if there is none, or it is forgotten. */
  readonly newest: Pick<AccessRequest, 'state' | 'createdAt' | 'decidedAt' | 'note'> | null;
  /** No limit stops the person from asking now. */
  readonly mayAsk: boolean;
};

type Asker = { readonly sub: string; readonly clientId: string };

/** Where a person stands with a client, in one statement. */
export async function readAskingState(
  db: Database | Transaction,
  { sub, clientId }: Asker,
  now: Date,
): Promise<AskingState> {
  const [row] = await db.$queryRaw<(DriverRow & { ofPerson: bigint | number; ofClient: bigint | number })[]>`
    SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM "AccessRequest" WHERE "sub" = ${sub} AND "state" = 'pending'
        AND "expiresAt" > ${now} LIMIT ${mostOfPerson}) AS "own") AS "ofPerson",
      (SELECT COUNT(*) FROM (SELECT 1 FROM "AccessRequest" WHERE "clientId" = ${clientId} AND "state" = 'pending'
        AND "expiresAt" > ${now} LIMIT ${mostOfClient}) AS "waiting") AS "ofClient",
      "newest"."state", "newest"."note", CAST("newest"."createdAt" AS TEXT) AS "createdAt",
      CAST("newest"."decidedAt" AS TEXT) AS "decidedAt", CAST("newest"."expiresAt" AS TEXT) AS "expiresAt"
    FROM (SELECT 1 AS "one") AS "always" LEFT JOIN (SELECT "state", "note", "createdAt", "decidedAt", "expiresAt" FROM "AccessRequest"
      WHERE "sub" = ${sub} AND "clientId" = ${clientId} ORDER BY "id" DESC LIMIT 1) AS "newest" ON 1 = 1`;
  if (row === undefined) throw new Error('the statement returns one row');
  const isFull = Number(row.ofPerson) >= mostOfPerson || Number(row.ofClient) >= mostOfClient;
  const newest = newestOf(row, now);
  return { newest, mayAsk: !isFull && newest?.state !== 'pending' && !isPaused(newest, now) };
}

function newestOf(row: DriverRow, now: Date): AskingState['newest'] {
  const [createdAt, expiresAt] = [timeOrNull(row, 'createdAt'), timeOrNull(row, 'expiresAt')];
  if (createdAt === null || expiresAt === null) return null;
  const [state, note, decidedAt] = [
    textOrNull(row, 'state') ?? '',
    textOrNull(row, 'note'),
    timeOrNull(row, 'decidedAt'),
  ];
  const about = { id: '', clientId: '', sub: '', reason: null, user: { username: '' } };
  return toRequest({ ...about, state, note, createdAt, decidedAt, expiresAt }, now);
}

/** Somebody who was declined waits before asking again. */
function isPaused(newest: AskingState['newest'], now: Date): boolean {
  if (newest?.state !== 'declined' || newest.decidedAt === null) return false;
  return now.getTime() < newest.decidedAt.getTime() + pauseMs;
}

/**
 * Holds a client until the transaction ends, so that nobody else asks for access to it, and it is not deleted. Grants are
 * still given.
 * @returns false if there is no such client
 */
export async function holdAskedClient(tx: Transaction, clientId: string): Promise<boolean> {
  const found =
    tx.dialect === 'sqlite'
      ? await tx.$queryRaw<object[]>`SELECT 1 FROM "Client" WHERE "clientId" = ${clientId} AND "removedAt" IS NULL`
      : await tx.$queryRaw<object[]>`SELECT 1 FROM "Client" WHERE "clientId" = ${clientId} AND "removedAt" IS NULL
          FOR NO KEY UPDATE`;
  return found.length === 1;
}

/** Writes a request of a person who is held, as is the client. */
export async function insertRequest(
  tx: Transaction,
  { sub, clientId, reason }: Asker & Pick<AccessRequest, 'reason'>,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + waitingMs);
  const data = { id: createEventId(now), sub, clientId, state: 'pending', reason, createdAt: now, expiresAt };
  await tx.accessRequest.create({ data });
}

export async function findRequest(db: Database | Transaction, id: string, now: Date): Promise<AccessRequest | null> {
  const row = await db.accessRequest.findUnique({ where: { id }, select: columns });
  return row && toRequest(row, now);
}

type Listing = { readonly now: Date; readonly after?: string | null; readonly limit: number };

/** Requests by state and client, the newest first. @param after the ID of the last one of the page before */
export async function listRequests(
  db: Database,
  { state, clientId }: { readonly state?: RequestState | undefined; readonly clientId?: string | undefined },
  { now, after = null, limit }: Listing,
): Promise<AccessRequest[]> {
  const of = { ...(clientId !== undefined && { clientId }), ...(after !== null && { id: { lt: after } }) };
  const rows: Row[] = [];
  for (const condition of conditionsOf(state, now)) {
    const where = { ...of, ...condition };
    const how = { orderBy: { id: 'desc' as const }, take: limit, select: columns };
    rows.push(...(await db.accessRequest.findMany({ where, ...how })));
  }
  const newestFirst = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return newestFirst.slice(0, limit).map((row) => toRequest(row, now));
}

/** The requests of a person, the newest first. */
export async function listRequestsOf(
  db: Database,
  sub: string,
  { now, limit }: Omit<Listing, 'after'>,
): Promise<AccessRequest[]> {
  const rows = await db.accessRequest.findMany({
    where: { sub },
    orderBy: { id: 'desc' },
    take: limit,
    select: columns,
  });
  return rows.map((row) => toRequest(row, now));
}

const isWaiting = (now: Date) => ({ state: 'pending', expiresAt: { gt: now } });

/** Each is found by an index. Of those whose time is over, no job may have recorded it yet. */
function conditionsOf(state: RequestState | undefined, now: Date) {
  if (state === undefined) return [{}];
  if (state === 'pending') return [isWaiting(now)];
  return state === 'expired' ? [{ state }, { state: 'pending', expiresAt: { lte: now } }] : [{ state }];
}

type Ending = {
  readonly state: Exclude<RequestState, 'pending'>;
  readonly note?: string | null;
  /** Also one whose time is over. */
  readonly isOver?: boolean;
};

/** Ends a pending request. @returns false if it is not pending any more */
export async function endRequest(
  tx: Transaction,
  id: string,
  { state, note = null, isOver = false }: Ending,
  now: Date,
): Promise<boolean> {
  const where = { id, state: 'pending', ...(!isOver && { expiresAt: { gt: now } }) };
  const data = { state, note, decidedAt: now, expiresAt: new Date(now.getTime() + keptMs) };
  return (await tx.accessRequest.updateMany({ where, data })).count === 1;
}

/** A pending request, and what its person is now. */
export type WaitingRequest = Pick<AccessRequest, 'id' | 'clientId' | 'sub' | 'username'> & {
  readonly expiresAt: Date;
  readonly access: string;
};

/** Pending requests in the order of their IDs, also those whose time is over. */
export async function listWaiting(db: Database, after: string, limit: number): Promise<WaitingRequest[]> {
  const rows = await db.accessRequest.findMany({
    where: { state: 'pending', id: { gt: after } },
    orderBy: { id: 'asc' },
    take: limit,
    select: {
      id: true,
      clientId: true,
      sub: true,
      expiresAt: true,
      user: { select: { username: true, access: true } },
    },
  });
  return rows.map(({ user, ...row }) => ({ ...row, ...user }));
}

/** Pending requests of which no approver was told, the oldest first. */
export async function listUntold(db: Database, now: Date, limit: number): Promise<AccessRequest[]> {
  const where = { toldAt: null, ...isWaiting(now) };
  const rows = await db.accessRequest.findMany({ where, orderBy: { id: 'asc' }, take: limit, select: columns });
  return rows.map((row) => toRequest(row, now));
}

/** Records that approvers are told of a request. @returns false if another process did, or it is decided */
export async function takeUntold(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const where = { id, toldAt: null, ...isWaiting(now) };
  return (await tx.accessRequest.updateMany({ where, data: { toldAt: now } })).count === 1;
}
