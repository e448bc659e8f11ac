import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import type { HandleHash } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { type AddressLimit, refundAddress, reserveAddress } from '#lib/ratelimit/reserve-address';
import { denyCode, findWaitingCode } from '#lib/tokens/devices/device-store';
import { hashUserCode } from '#lib/tokens/devices/user-code';

/** RFC 8628 §5.1: a code has 30 or 34 bits. These limits make guessing hopeless (design: sign-in attempts). */
const windowSeconds = 300;
const attemptsPerBrowser = 5;
const perAddress: AddressLimit = { name: 'user-code-address', perAddress: 20, windowSeconds };

/** The counters of an attempt to enter a code. */
type CodeAttempt = { readonly browserHash: HandleHash; readonly clientAddress: string };

/** @returns null if the attempt is allowed, otherwise the seconds until the next one is */
export async function reserveAttempt(attempt: CodeAttempt, { db, now }: Context): Promise<number | null> {
  const browser = await reserve(db, { key: browserKey(attempt), limit: attemptsPerBrowser, windowSeconds }, now);
  const reserved = browser.allowed ? await reserveAddress(db, attempt.clientAddress, perAddress, now) : browser;
  return reserved.allowed ? null : reserved.retryAfterSeconds;
}

/** Gives back the attempt of a right code. Only wrong codes count. */
export async function refundAttempt(attempt: CodeAttempt, { db }: Context): Promise<void> {
  await refund(db, browserKey(attempt));
  await refundAddress(db, attempt.clientAddress, perAddress);
}

function browserKey({ browserHash }: CodeAttempt): string {
  return `user-code-browser:${browserHash}`;
}

/** One person may change from phone to computer. A code that more browsers than this enter was sent around. */
const browsersPerCode = 5;

/**
 * Counts the browsers that enter one code while it is valid, before it is looked up. Past the limit, somebody shows the
 * code of their own device to many people, so the request is denied and an event is recorded (RFC 8628 §5.4,
 * cross-device security BCP "one-time or limited use codes").
 * @param userCode without separators; a code without a pending request is not counted
 */
export async function watchCode(
  userCode: string,
  browserHash: HandleHash,
  clientAddress: string,
  context: Context,
): Promise<void> {
  const { db, now } = context;
  const codeHash = hashUserCode(userCode, null);
  const waiting = await findWaitingCode(db, codeHash, now);
  if (waiting === null) return;
  const windowSeconds = (waiting.expiresAt.getTime() - now.getTime()) / 1000;
  const ofBrowser = { key: `device-code-browser:${codeHash}:${browserHash}`, limit: 1, windowSeconds };
  if (!(await reserve(db, ofBrowser, now)).allowed) return;
  const ofCode = { key: `device-code:${codeHash}`, limit: browsersPerCode, windowSeconds };
  if ((await reserve(db, ofCode, now)).allowed) return;
  await stopDevice({ codeHash, clientId: waiting.clientId, clientAddress }, context);
}

async function stopDevice(
  { codeHash, clientId, clientAddress }: { codeHash: HandleHash; clientId: string; clientAddress: string },
  { db, snapshot, now, requestId, log }: Context,
): Promise<void> {
  const client = { id: clientId, name: snapshot.clients.get(clientId)?.clientName ?? null };
  const event = {
    type: 'device_code.shared',
    outcome: 'failure',
    actor: { kind: 'anonymous', id: null, name: null },
    target: { kind: 'client', ...client },
    client,
    address: clientAddress,
    requestId,
  } as const;
  const isStopped = await transaction(db, async (tx) => {
    const isDenied = await denyCode(tx, codeHash, now);
    if (isDenied) await recordEvents(tx, [event], now);
    return isDenied;
  });
  if (isStopped) log.warn({ event: 'device_code_shared', clientId }, 'security');
}
