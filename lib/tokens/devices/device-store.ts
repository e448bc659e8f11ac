import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import { type Grant, grantSelect, toGrant } from '../grant';

/** The state changes once: from pending to approved or denied. */
export type DeviceStatus = 'pending' | 'approved' | 'denied';

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
  /** Null until it is approved. */
  readonly grant: Grant | null;
};

export type NewDeviceRequest = Pick<
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
  /** The hash of the code alone. Claiming the request changes the hash that it is found by, but not this one. */
  readonly codeHash: HandleHash;
};

/** Stores a request; only the hashes of its codes are kept. @returns false when the user code is in use */
export async function createDeviceRequest(db: Database, request: NewDeviceRequest): Promise<boolean> {
  const data = { ...request, userCodeHash: request.codeHash, scope: request.scope.join(' '), status: 'pending' };
  try {
    await db.deviceRequest.create({ data, select: { hash: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

const columns = {
  hash: true,
  clientId: true,
  scope: true,
  status: true,
  loginHint: true,
  uiLocales: true,
  acrValues: true,
  clientAddress: true,
  intervalSeconds: true,
  lastPolledAt: true,
  createdAt: true,
  expiresAt: true,
  redeemedAt: true,
  grant: { select: grantSelect },
} as const;

/** The request of this device code in any state; null if there is none. */
export async function findDeviceRequest(db: Database, hash: string): Promise<DeviceRequest | null> {
  const row = await db.deviceRequest.findUnique({ where: { hash }, select: columns });
  if (row === null) return null;
  return {
    ...row,
    scope: row.scope.split(' '),
    status: toStatus(row.status),
    grant: row.grant === null ? null : toGrant(row.grant),
  };
}

/**
 * The device code's hash of the live request with one of these user codes; null if there is none.
 * @param userCodeHashes of the code alone and, for a signed-in person, of the code bound to that person
 */
export async function findPendingDevice(
  db: Database,
  userCodeHashes: readonly HandleHash[],
  now: Date,
): Promise<string | null> {
  const row = await db.deviceRequest.findFirst({ where: pending(userCodeHashes, now), select: { hash: true } });
  return row?.hash ?? null;
}

/** Whether this request still waits for an answer by the holder of one of these user codes. */
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
 * Binds an unclaimed request to a person by one conditional update, so that the first person has it (RFC 8628 §5.5).
 */
export async function claimDevice(
  db: Database,
  hash: string,
  { code, owned }: { code: HandleHash; owned: HandleHash },
  now: Date,
): Promise<void> {
  await db.deviceRequest.updateMany({ where: { hash, ...pending([code], now) }, data: { userCodeHash: owned } });
}

/** The client of the pending request with this code, claimed or not; null if there is none. */
export async function findClientOfCode(db: Database, codeHash: HandleHash, now: Date): Promise<string | null> {
  const row = await db.deviceRequest.findFirst({ where: waiting(codeHash, now), select: { clientId: true } });
  return row?.clientId ?? null;
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

/**
 * Records a poll by one conditional update. A poll that comes too early only makes the interval longer (RFC 8628 §3.5).
 * @param latest the previous poll must not be later than this
 * @returns false if it came too early
 */
export async function countPoll(
  db: Database,
  { hash, intervalSeconds }: Pick<DeviceRequest, 'hash' | 'intervalSeconds'>,
  { latest, now, slowDownSeconds }: { latest: Date; now: Date; slowDownSeconds: number },
): Promise<boolean> {
  const { count } = await db.deviceRequest.updateMany({
    where: { hash, intervalSeconds, OR: [{ lastPolledAt: null }, { lastPolledAt: { lte: latest } }] },
    data: { lastPolledAt: now },
  });
  if (count === 1) return true;
  await db.deviceRequest.updateMany({
    where: { hash },
    data: { lastPolledAt: now, intervalSeconds: { increment: slowDownSeconds } },
  });
  return false;
}

/** Single use by one conditional update. @returns true for exactly one of several callers */
export async function redeemDevice(tx: Transaction, hash: string, now: Date): Promise<boolean> {
  const { count } = await tx.deviceRequest.updateMany({
    where: { hash, status: 'approved', redeemedAt: null, expiresAt: { gt: now } },
    data: { redeemedAt: now },
  });
  return count === 1;
}

function pending(userCodeHashes: readonly HandleHash[], now: Date) {
  return { userCodeHash: { in: [...userCodeHashes] }, status: 'pending', expiresAt: { gt: now } };
}

function waiting(codeHash: HandleHash, now: Date) {
  return { codeHash, status: 'pending', expiresAt: { gt: now } };
}

function toStatus(value: string): DeviceStatus {
  if (value === 'pending' || value === 'approved' || value === 'denied') return value;
  throw new Error(`unknown device status ${value}`);
}
