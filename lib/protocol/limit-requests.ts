import type { Context } from '#lib/context';
import { interactionLifetimeSeconds } from '#lib/interactions/interaction';
import { metrics } from '#lib/metrics/metrics';
import { type AddressLimit, reserveAddress } from '#lib/ratelimit/reserve-address';
import { tooManyRequests } from './oauth-error';
import type { RuleName } from './rules/rules';

/** A limit for unauthenticated requests, each of which stores a row. The limit of an address only stops floods. */
type RequestLimit = AddressLimit & {
  readonly rule: RuleName<'temporarily_unavailable'>;
  /** In bytes. A request that stores more counts as several. If absent, the size does not matter. */
  readonly bytesEach?: number;
};

/**
 * Counts a request of this address, before its row is written.
 * @param bytes the size of the stored request
 * @throws temporarily_unavailable with 429 and Retry-After beyond the limit
 */
export async function limitRequests(
  limit: RequestLimit,
  clientAddress: string,
  context: Context,
  bytes = 0,
): Promise<void> {
  const refusedForSeconds = await reserveRequest(limit, clientAddress, context, bytes);
  if (refusedForSeconds !== null) throw tooManyRequests(limit.rule, refusedForSeconds);
}

/**
 * The same for a page.
 * @returns null if the request is allowed, otherwise the seconds until the next one is
 */
export async function reserveRequest(
  limit: RequestLimit,
  clientAddress: string,
  { db, now }: Context,
  bytes = 0,
): Promise<number | null> {
  const { name, perAddress, bytesEach = Number.POSITIVE_INFINITY } = limit;
  const uses = Math.min(perAddress, Math.max(1, Math.ceil(bytes / bytesEach)));
  const { allowed, retryAfterSeconds } = await reserveAddress(db, clientAddress, { ...limit, uses }, now);
  if (allowed) return null;
  metrics().requestsLimited.inc({ limit: name });
  return retryAfterSeconds;
}

/**
 * The limit for sign-ins that browsers without a session start, at all endpoints together, so that nobody can fill the
 * table. A whole company may share one address.
 */
export const signInLimit = {
  rule: 'sign_ins_spent',
  name: 'sign-in-begun',
  perAddress: 10_000,
  /** About 20 MB for each address. */
  bytesEach: 2048,
  windowSeconds: interactionLifetimeSeconds,
} as const satisfies RequestLimit;
