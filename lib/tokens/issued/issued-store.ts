import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { transaction } from '#lib/db/transaction';
import type { UsageMetric } from '#lib/usage/metrics';
import { dayOf, type HourCount } from '#lib/usage/tally-events';
import { addHours } from '#lib/usage/usage-store';
import { batchesOf } from '#lib/vocabulary/batches';
import type { ActiveUser, Counted } from './tally';

/** Adds the counts of a process to the totals. */
export async function saveCounts(db: Database, { hours, active }: Counted): Promise<void> {
  // A person who is already written is not counted again, so this part can be retried. The tokens come last.
  for (const [hour, subs] of byHour(active)) {
    for (const batch of batchesOf(subs)) await saveActive(db, hour, batch);
  }
  if (hours.length > 0) await transaction(db, (tx) => addHours(tx, hours));
}

/** Counts people who did not get a token earlier in this hour, or on this day. Deleted people are left out. */
async function saveActive(db: Database, hour: Date, subs: readonly string[]): Promise<void> {
  const day = dayOf(hour);
  const known = await db.user.findMany({ where: { sub: { in: [...subs] } }, select: { sub: true } });
  // Always in the same order, so that processes that write the same people never deadlock.
  const ordered = known.map(({ sub }) => sub).toSorted();
  if (ordered.length === 0) return;
  await transaction(db, async (tx) => {
    const ofDay = await beginDay(tx, ordered, day);
    const { count: ofHour } = await tx.activeUser.updateMany({
      where: { sub: { in: ordered }, hour: { lt: hour } },
      data: { hour },
    });
    await addHours(tx, [...countOf(day, 'user.active_day', ofDay), ...countOf(hour, 'user.active', ofHour)]);
  });
}

/** @returns how many people are new on the day */
async function beginDay(tx: Transaction, subs: readonly string[], day: Date): Promise<number> {
  const rows = subs.map((sub) => sql`(${sub}, ${day}, ${neverActive})`);
  return tx.$executeRaw`
    INSERT INTO "ActiveUser" ("sub", "day", "hour") VALUES ${join(rows)}
    ON CONFLICT ("sub") DO UPDATE SET "day" = excluded."day" WHERE "ActiveUser"."day" < excluded."day"`;
}

const neverActive = new Date(0);

function countOf(hour: Date, metric: UsageMetric, count: number): HourCount[] {
  return count === 0 ? [] : [{ hour, metric, count }];
}

/** The oldest hour comes first, because a later hour of the same person would hide it. */
function byHour(active: readonly ActiveUser[]): (readonly [hour: Date, subs: readonly string[]])[] {
  const hours = new Map<number, string[]>();
  for (const { hour, sub } of active) {
    const subs = hours.get(hour.getTime());
    if (subs === undefined) hours.set(hour.getTime(), [sub]);
    else subs.push(sub);
  }
  return [...hours].toSorted(([one], [other]) => one - other).map(([hour, subs]) => [new Date(hour), subs]);
}
