import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { flag, integer, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { type Dialect, type DriverRow, defineStatement, defineWrite } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import { isUnderWay, latestStart } from '#lib/vocabulary/time';
import { type Grant, grantColumns, readGrant } from '../grant';

/** The state changes once: from pending to approved or denied. */
type DeviceStatus = 'pending' | 'approved' | 'denied';

/** The request of a device, until a person has answered and the device has fetched its tokens. */
export type DeviceRequest = {
  readonly hash: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly status: DeviceStatus;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
  /** The network address of the device. */
  readonly clientAddress: string;
  readonly intervalSeconds: number;
  readonly lastPolledAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly redeemedAt: Date | null;
  /** Null before it is approved. */
  readonly grant: Grant | null;
  /** Whether the session in which it was approved is open. */
  readonly isSessionOpen: boolean;
};

type NewDeviceRequest = Pick<
  DeviceRequest,
  | 'clientId'
  | 'scope'
  | 'loginHint'
  | 'uiLocales'
  | 'acrValues'
  | 'clientAddress'
  | 'intervalSeconds'
  | 'createdAt'
  | 'expiresAt'
> & {
  readonly hash: HandleHash;
  /** The hash of only the code. When the request is claimed, the hash that it is found by changes, but not this one. */
  readonly codeHash: HandleHash;
};

const insert = defineWrite(
  `INSERT INTO "DeviceRequest" ("hash", "userCodeHash", "codeHash", "clientId", "scope", "status", "loginHint", "uiLocales",
    "acrValues", "clientAddress", "intervalSeconds", "createdAt", "expiresAt")
  VALUES (@hash, @codeHash, @codeHash, @clientId, @scope, 'pending', @loginHint, @uiLocales,
    @acrValues, @clientAddress, @intervalSeconds, @createdAt, @expiresAt)
  ON CONFLICT DO NOTHING`,
);

/** Stores a request. Only the hashes of its codes are stored. Refused if the user code is already in use. */
export function storeDeviceRequest(request: NewDeviceRequest): Step<'code_in_use'> {
  return writeOnce(insert, { ...request, scope: request.scope.join(' ') }, 'code_in_use');
}

const columns = `t."hash", t."clientId" AS "deviceClientId", t."scope" AS "deviceScope", t."status", t."loginHint",
    t."uiLocales", t."acrValues", t."clientAddress", t."intervalSeconds", t."lastPolledAt", t."createdAt", t."expiresAt",
    t."redeemedAt"`;

const find = defineStatement(
  `SELECT ${columns}, ${grantColumns}
  FROM "DeviceRequest" t
  JOIN "Client" k ON k."clientId" = t."clientId" AND k."removedAt" IS NULL
  LEFT JOIN "Grant" g ON g."id" = t."grantId"
  LEFT JOIN "User" u ON u."sub" = g."sub"
  LEFT JOIN "Session" s ON s."sid" = g."sid" AND s."endedAt" IS NULL AND s."expiresAt" > @now AND s."authTime" <= @latestStart
  WHERE t."hash" = @hash AND (t."grantId" IS NULL OR u."sub" IS NOT NULL)`,
  readDeviceRequest,
);

/** The request of this device code in any state. Null if there is none, or if the person who answered was deleted. */
export async function findDeviceRequest(db: Database, hash: string, now: Date): Promise<DeviceRequest | null> {
  const [request = null] = await db.prepared.rows(find, { hash, now, latestStart: latestStart(now) });
  return request;
}

function readDeviceRequest(row: DriverRow): DeviceRequest {
  return {
    hash: text(row, 'hash'),
    clientId: text(row, 'deviceClientId'),
    scope: text(row, 'deviceScope').split(' '),
    status: toStatus(text(row, 'status')),
    loginHint: textOrNull(row, 'loginHint'),
    uiLocales: textOrNull(row, 'uiLocales'),
    acrValues: textOrNull(row, 'acrValues'),
    clientAddress: text(row, 'clientAddress'),
    intervalSeconds: integer(row, 'intervalSeconds'),
    lastPolledAt: timeOrNull(row, 'lastPolledAt'),
    createdAt: time(row, 'createdAt'),
    expiresAt: time(row, 'expiresAt'),
    redeemedAt: timeOrNull(row, 'redeemedAt'),
    grant: textOrNull(row, 'id') === null ? null : readGrant(row),
    isSessionOpen: flag(row, 'isSessionOpen'),
  };
}

/**
 * The hash of the device code of the live request with one of these user codes. Null if there is none.
 * @param userCodeHashes the hash of the code alone and, for a signed-in person, of the code bound to that person
 */
export async function findPendingDevice(
  db: Database,
  userCodeHashes: readonly HandleHash[],
  now: Date,
): Promise<string | null> {
  const row = await db.deviceRequest.findFirst({ where: pending(userCodeHashes, now), select: { hash: true } });
  return row?.hash ?? null;
}

/** Whether this request, found by one of these user codes, still waits for an answer. */
export async function isDevicePending(
  db: Database,
  hash: string,
  userCodeHashes: readonly HandleHash[],
  now: Date,
): Promise<boolean> {
  const row = await db.deviceRequest.findFirst({
    where: { hash, ...pending(userCodeHashes, now) },
    select: { hash: true },
  });
  return row !== null;
}

/**
 * Binds an unclaimed request to a person by one conditional update, so that the first person gets it (RFC 8628 §5.5).
 */
export async function claimDevice(
  db: Database,
  hash: string,
  { code, owned }: { code: HandleHash; owned: HandleHash },
  now: Date,
): Promise<void> {
  await db.deviceRequest.updateMany({ where: { hash, ...pending([code], now) }, data: { userCodeHash: owned } });
}

/** The client and the end of the pending request with this code, claimed or not. Null if there is none. */
export async function findWaitingCode(
  db: Database,
  codeHash: HandleHash,
  now: Date,
): Promise<{ readonly clientId: string; readonly expiresAt: Date } | null> {
  return db.deviceRequest.findFirst({ where: waiting(codeHash, now), select: { clientId: true, expiresAt: true } });
}

/** Denies the pending request with this code, claimed or not. @returns whether there was one */
export async function denyCode(tx: Transaction, codeHash: HandleHash, now: Date): Promise<boolean> {
  const { count } = await tx.deviceRequest.updateMany({
    where: waiting(codeHash, now),
    data: { status: 'denied', decidedAt: now },
  });
  return count > 0;
}

/**
 * Answers a request by one conditional update from pending. The answer claims an unclaimed request.
 * @returns false if it was answered before, has expired or belongs to another person
 */
export async function answerDevice(
  tx: Transaction,
  hash: string,
  answer: { status: 'approved' | 'denied'; userCodeHashes: readonly HandleHash[] },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.deviceRequest.updateMany({
    where: { hash, ...pending(answer.userCodeHashes, now) },
    data: { status: answer.status, decidedAt: now },
  });
  return count === 1;
}

/** Links an approved request to its grant, in the transaction that approved it. */
export async function setDeviceGrant(tx: Transaction, hash: string, grantId: string): Promise<void> {
  await tx.deviceRequest.update({ where: { hash }, data: { grantId }, select: { hash: true } });
}

/** The end of the interval that began with the last poll. */
const nextPoll: Readonly<Record<Dialect, string>> = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%f+00:00', "lastPolledAt", '+' || "intervalSeconds" || ' seconds')`,
  postgresql: `"lastPolledAt" + "intervalSeconds" * INTERVAL '1 second'`,
};

/** A last poll in the future comes from another clock, and does not count. */
const polling = (dialect: Dialect, isEarly = `${nextPoll[dialect]} > @tolerated AND "lastPolledAt" <= @latestStart`) =>
  `UPDATE "DeviceRequest" SET "lastPolledAt" = @now, "cameEarly" = COALESCE(${isEarly}, FALSE),
    "intervalSeconds" = "intervalSeconds" + CASE WHEN ${isEarly} THEN @slowDownSeconds ELSE 0 END
  WHERE "hash" = @hash AND "clientId" = @clientId AND "status" = 'pending' AND "redeemedAt" IS NULL
    AND "expiresAt" > @now AND "createdAt" <= @latestStart
  RETURNING "cameEarly"`;

const poll = defineStatement({ sqlite: polling('sqlite'), postgresql: polling('postgresql') }, (row) =>
  flag(row, 'cameEarly'),
);

/**
 * Counts a poll for a request of this client that waits for an answer. A poll that comes too early makes the interval
 * longer (RFC 8628 §3.5). Of several concurrent polls, one is in time.
 * @param toleranceMs how much too early a poll may come
 * @returns null if no such request waits
 */
export async function countPoll(
  db: Database,
  { hash, clientId }: Pick<DeviceRequest, 'hash' | 'clientId'>,
  { now, toleranceMs, slowDownSeconds }: { now: Date; toleranceMs: number; slowDownSeconds: number },
): Promise<'in_time' | 'too_early' | null> {
  const tolerated = new Date(now.getTime() + toleranceMs);
  const values = { hash, clientId, now, tolerated, slowDownSeconds, latestStart: latestStart(now) };
  const [cameEarly] = await db.prepared.rows(poll, values);
  if (cameEarly === undefined) return null;
  return cameEarly ? 'too_early' : 'in_time';
}

function pending(userCodeHashes: readonly HandleHash[], now: Date) {
  return { userCodeHash: { in: [...userCodeHashes] }, status: 'pending', ...isUnderWay(now) };
}

function waiting(codeHash: HandleHash, now: Date) {
  return { codeHash, status: 'pending', ...isUnderWay(now) };
}

function toStatus(value: string): DeviceStatus {
  if (value === 'pending' || value === 'approved' || value === 'denied') return value;
  throw new Error(`unknown device status ${value}`);
}
