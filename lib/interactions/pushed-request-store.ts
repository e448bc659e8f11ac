import { hashHandle } from '#lib/crypto/hash';
import { createHandle, deriveHandle, type Handle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';

/** A request that was pushed and not used yet. */
type PushedRequest = {
  readonly hash: string;
  /** Form-encoded, as the client sent them, without its credentials. */
  readonly parameters: string;
  /** The client signed them (RFC 9101). */
  readonly wasSigned: boolean;
};

/**
 * Keeps the parameters of a pushed authorization request (RFC 9126 §2.2).
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

/** The client's own request of this handle while it can be used; null for a foreign, used or expired one. */
export async function findPushedRequest(
  db: Database,
  { handle, clientId }: { handle: string; clientId: string },
  now: Date,
): Promise<PushedRequest | null> {
  return db.pushedRequest.findUnique({
    where: { hash: hashHandle(handle), clientId, usedAt: null, expiresAt: { gt: now } },
    select: { hash: true, parameters: true, wasSigned: true },
  });
}

/**
 * Single use: one conditional update. A request that was opened in time may be answered later.
 * @returns true for exactly one of any number of callers
 */
export async function consumePushedRequest(db: Database | Transaction, hash: string, now: Date): Promise<boolean> {
  const { count } = await db.pushedRequest.updateMany({ where: { hash, usedAt: null }, data: { usedAt: now } });
  return count === 1;
}

/**
 * The handle of the interaction that a browser has for a pushed request. It takes both secrets, of the request and of the
 * browser, to know it.
 * @param pushed the handle in the request_uri
 * @param browser the handle of the browser binding
 */
export function pushedInteraction(pushed: string, browser: Handle): Handle {
  return deriveHandle(pushed, browser);
}
