import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { countUsers } from './overview-store';

const freshMs = 60_000;

type Total = { readonly at: Date; readonly count: Promise<number> };

const totals = singleton('user-total', () => new WeakMap<Database, Total>());

/** So few users are counted each time, because a new installation changes by the minute. */
export const fewUsers = 1000;

/**
 * The number of users. If there are many, this process counted them about a minute ago at most. An older count is
 * returned too, and renewed in the background.
 */
export async function userTotal({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): Promise<number> {
  const known = totals.get(db);
  const isFresh = known !== undefined && Math.abs(now.getTime() - known.at.getTime()) < freshMs;
  if (isFresh && (await known.count) > fewUsers) return known.count;
  const count = countUsers(db);
  if (known === undefined || (await known.count) <= fewUsers) {
    count.catch(() => totals.delete(db));
    totals.set(db, { at: now, count });
    return count;
  }
  totals.set(db, { at: now, count: known.count });
  count.then(
    () => totals.set(db, { at: now, count }),
    (error) => log.error({ err: error }, 'the users could not be counted'),
  );
  return known.count;
}
