import type { Context } from '#lib/context';
import type { Step } from '#lib/db/step';
import { interactionLifetimeSeconds } from '#lib/interactions/interaction';
import { metrics } from '#lib/metrics/metrics';
import { type AddressLimit, reserveAddress, storeForAddress } from '#lib/ratelimit/reserve-address';
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
  const { allowed, retryAfterSeconds } = await reserveAddress(db, clientAddress, withUses(limit, bytes), now);
  if (allowed) return null;
  metrics().requestsLimited.inc({ limit: limit.name });
  return retryAfterSeconds;
}

/**
 * Counts a request of this address and writes its row, in one transaction.
 * @param steps what the request stores
 * @param bytes as for limitRequests()
 * @returns the refusal of a step
 * @throws as limitRequests()
 */
export async function storeLimited<Refusal extends string = never>(
  limit: RequestLimit,
  clientAddress: string,
  { steps, bytes = 0 }: { readonly steps: readonly Step<Refusal>[]; readonly bytes?: number },
  { db, now }: Context,
): Promise<Refusal | null> {
  const stored = await storeForAddress(db, clientAddress, withUses(limit, bytes), steps, now);
  if (typeof stored === 'string') return stored;
  if (stored.allowed) return null;
  metrics().requestsLimited.inc({ limit: limit.name });
  throw tooManyRequests(limit.rule, stored.retryAfterSeconds);
}

function withUses({ bytesEach = Number.POSITIVE_INFINITY, ...limit }: RequestLimit, bytes: number) {
  return { ...limit, uses: Math.min(limit.perAddress, Math.max(1, Math.ceil(bytes / bytesEach))) };
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
