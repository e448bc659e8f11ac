import { hashHandle } from '#lib/crypto/hash';
import { createHandle, deriveHandle, type Handle } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import { isUnderWay } from '#lib/vocabulary/time';

/** A pushed request that has not been used yet. */
type PushedRequest = {
  readonly hash: string;
  /** The parameters as the client sent them, form-encoded, without its credentials. */
  readonly parameters: string;
  /** The client signed them (RFC 9101). */
  readonly wasSigned: boolean;
};

/**
 * Stores the parameters of a pushed authorization request (RFC 9126 §2.2).
 * @returns the handle; only its hash is stored
 */
export async function createPushedRequest(
  db: Database,
  request: { clientId: string; parameters: string; wasSigned: boolean },
  times: { now: Date; expiresAt: Date },
): Promise<Handle> {
  const handle = createHandle();
  await db.pushedRequest.create({
    data: { ...request, hash: hashHandle(handle), createdAt: times.now, expiresAt: times.expiresAt },
    select: { hash: true },
  });
  return handle;
}

/**
 * The client's own request with this handle, if it can still be used. Null if it belongs to another client, or is used
 * or expired.
 * @param arrivedAt when the handle arrived: it must not have been expired then
 */
export async function findPushedRequest(
  db: Database,
  { handle, clientId }: { handle: string; clientId: string },
  arrivedAt: Date,
): Promise<PushedRequest | null> {
  return db.pushedRequest.findUnique({
    where: { hash: hashHandle(handle), clientId, usedAt: null, ...isUnderWay(arrivedAt) },
    select: { hash: true, parameters: true, wasSigned: true },
  });
}

const used = defineWrite(`UPDATE "PushedRequest" SET "usedAt" = @now WHERE "hash" = @hash AND "usedAt" IS NULL`);

/**
 * Uses up a pushed request, for exactly one of any number of callers. A request that was opened in time may be answered
 * later.
 */
export function spendPushedRequest(hash: string, now: Date): Step<'finished'> {
  return writeOnce(used, { hash, now }, 'finished');
}

/**
 * The handle of a browser's interaction for a pushed request. It can be computed only with both secrets, that of the
 * request and that of the browser.
 * @param pushed the handle in the request_uri
 * @param browser the handle of the browser binding
 */
export function pushedInteraction(pushed: string, browser: Handle): Handle {
  return deriveHandle(pushed, browser);
}
