import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { countOverview } from './count-overview';
import { type OverviewNumbers, storedNumbers } from './overview-numbers';
import { findOverview, saveOverview } from './overview-store';
import type { OverviewRange } from './windows';

type Looking = Pick<Context, 'db' | 'now'>;

/** Numbers up to this age are shown again. */
const freshMs = 10_000;

/**
 * The numbers of a range at one moment. They are at most ten seconds old.
 * @param zone the IANA name of the time zone whose days divide the range
 */
export async function readNumbers(looking: Looking, range: OverviewRange, zone: string): Promise<OverviewNumbers> {
  const stored = await findNumbers(looking.db, range, zone);
  const isFresh = stored !== null && Math.abs(looking.now.getTime() - stored.to.getTime()) < freshMs;
  return isFresh ? stored : renew(looking, range, zone);
}

async function findNumbers(db: Database, range: OverviewRange, zone: string): Promise<OverviewNumbers | null> {
  const row = await findOverview(db, range, zone);
  // Numbers that another version of Signet stored may not match the schema. They are counted again.
  return row && storedJsonOr(storedNumbers.nullable(), row.content, null);
}

/** Concurrent requests share one count. */
const running = singleton('overview', () => new WeakMap<Database, Map<string, Promise<OverviewNumbers>>>());

function renew({ db, now }: Looking, range: OverviewRange, zone: string): Promise<OverviewNumbers> {
  const own = running.get(db) ?? new Map<string, Promise<OverviewNumbers>>();
  running.set(db, own);
  const key = `${range} ${zone}`;
  const known = own.get(key);
  if (known !== undefined) return known;
  const counting = countAndSave({ db, now, range, zone }).finally(() => own.delete(key));
  own.set(key, counting);
  return counting;
}

async function countAndSave(asked: Parameters<typeof countOverview>[0]): Promise<OverviewNumbers> {
  const numbers = await countOverview(asked);
  const { db, range, zone } = asked;
  await saveOverview(db, { range, zone, to: numbers.to, content: JSON.stringify(numbers) });
  return numbers;
}
