import { LRUCache } from 'lru-cache';
import { firstEventId } from '#lib/audit/event-id';
import type { Database } from '#lib/db/database';
import { countSignIns, type SignInCount } from './overview-store';

type Bucket = { readonly from: Date; readonly before: Date };

/** What is so old does not change any more: clocks differ and transactions end late, but not by so much. */
const settledMs = 3_600_000;

/** So many settled columns are remembered at most. */
const maximumKnown = 1000;

const known = new WeakMap<Database, LRUCache<string, SignInCount>>();

/** The sign-ins of each column, in one statement; those that are long over are counted once a process. */
export async function countBuckets(db: Database, buckets: readonly Bucket[], now: Date): Promise<SignInCount[]> {
  const settled = known.get(db) ?? new LRUCache<string, SignInCount>({ max: maximumKnown });
  known.set(db, settled);
  const open = buckets.filter((bucket) => !settled.has(keyOf(bucket)));
  const counts = open.length === 0 ? [] : await countSignIns(db, open.map(toStretch));
  const counted = new Map(open.map((bucket, index) => [keyOf(bucket), counts[index]]));
  const found = buckets.map((bucket) => settled.get(keyOf(bucket)) ?? counted.get(keyOf(bucket)) ?? none);
  for (const [index, bucket] of buckets.entries()) {
    if (now.getTime() - bucket.before.getTime() > settledMs) settled.set(keyOf(bucket), found[index] ?? none);
  }
  return found;
}

const none: SignInCount = { succeeded: 0, failed: 0 };

function keyOf({ from, before }: Bucket): string {
  return `${from.getTime()} ${before.getTime()}`;
}

function toStretch({ from, before }: Bucket) {
  return { from: firstEventId(from), before: firstEventId(before) };
}
