import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { countOverview } from './count-overview';
import { type OverviewNumbers, storedNumbers } from './overview-numbers';
import { findOverview, saveOverview } from './overview-store';
import type { OverviewRange } from './windows';

type Looking = Pick<Context, 'db' | 'now'>;

/** So old numbers are shown as they are. */
const freshMs = 10_000;

/**
 * The numbers of a range as of one moment, at most ten seconds old.
 * @param zone an IANA name, in whose days the range is cut
 */
export async function readNumbers(looking: Looking, range: OverviewRange, zone: string): Promise<OverviewNumbers> {
  const stored = await findNumbers(looking.db, range, zone);
  const isFresh = stored !== null && Math.abs(looking.now.getTime() - stored.to.getTime()) < freshMs;
  return isFresh ? stored : renew(looking, range, zone);
}

async function findNumbers(db: Database, range: OverviewRange, zone: string): Promise<OverviewNumbers | null> {
  const row = await findOverview(db, range, zone);
  // Numbers of another version of Signet are counted again.
  return row && storedJsonOr(storedNumbers.nullable(), row.content, null);
}

/** Of several requests at once one counts. */
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
