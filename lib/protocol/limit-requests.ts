import { addressKey } from '#lib/ratelimit/address-key';
import { reserve } from '#lib/ratelimit/reserve';
import type { Context } from './context';
import { tooManyRequests } from './oauth-error';
import type { RuleName } from './rules/rules';

/** Requests of callers who proved nothing, each of which leaves a row: a limit for one address stops floods alone. */
export type RequestLimit = {
  readonly rule: RuleName<'temporarily_unavailable'>;
  /** What is counted, as the first part of the counter's key. */
  readonly name: string;
  readonly perAddress: number;
  readonly windowSeconds: number;
};

/**
 * Counts a request of this address, before its row is written.
 * @throws temporarily_unavailable with 429 and Retry-After past the limit
 */
export async function limitRequests(limit: RequestLimit, clientAddress: string, context: Context): Promise<void> {
  const refusedForSeconds = await reserveRequest(limit, clientAddress, context);
  if (refusedForSeconds !== null) throw tooManyRequests(limit.rule, refusedForSeconds);
}

/**
 * The same for a page.
 * @returns null when the request may be made, else after how many seconds the next one may
 */
export async function reserveRequest(
  { name, perAddress, windowSeconds }: RequestLimit,
  clientAddress: string,
  { db, now }: Context,
): Promise<number | null> {
  const key = `${name}:${addressKey(clientAddress)}`;
  const { allowed, retryAfterSeconds } = await reserve(db, key, perAddress, windowSeconds, now);
  return allowed ? null : retryAfterSeconds;
}
