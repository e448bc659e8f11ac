import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { tallyEvents } from './tally-events';
import { addClientDays, addHours, findCursor, listSealedAfter, moveCursor } from './usage-store';

/** Events counted in one transaction: few enough to let others write in between. */
const defaultStep = 1000;

/**
 * Counts the events that were sealed since the last time, step by step: after an update that is the whole audit log. The
 * numbers of the seals have no gaps and are given in the order of commits, so no event is missed or counted twice, also
 * when clocks differ, several processes count at once, or one ends in the middle.
 * @param signal ends it after the current step
 * @returns how many seals were passed
 */
export async function countEvents(
  db: Database,
  { signal, step = defaultStep }: { readonly signal?: AbortSignal; readonly step?: number } = {},
): Promise<number> {
  for (let total = 0; ; ) {
    const passed = await countStep(db, step);
    total += passed;
    if (passed < step || signal?.aborted) return total;
  }
}

/** @returns 0 also when another process counted the same events first: it goes on */
async function countStep(db: Database, step: number): Promise<number> {
  const from = await findCursor(db);
  // Seals never change, so they can be read and added up before the transaction.
  const sealed = await listSealedAfter(db, from, step);
  const to = sealed.at(-1)?.sequence;
  if (to === undefined) return 0;
  const { hours, clientDays } = tallyEvents(sealed.flatMap(({ event }) => event ?? []));
  const isOurs = await transaction(db, async (tx) => {
    if (!(await moveCursor(tx, { from, to }))) return false;
    await addHours(tx, hours);
    await addClientDays(tx, clientDays);
    return true;
  });
  return isOurs ? sealed.length : 0;
}
