import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { batchesOf } from '#lib/vocabulary/batches';
import type { ActivePerson, Counted } from './tally';

/** Adds the counts of a process to the totals, in one transaction, so that none is added twice. */
export async function saveCounts(db: Database, { hours, active }: Counted): Promise<void> {
  // Writing a person twice changes nothing, so these can be retried; the counts come last.
  for (const batch of batchesOf(active)) await addActive(db, batch);
  await transaction(db, async (tx) => {
    // Always in the same order, so that processes that write the same hours never deadlock.
    for (const { hour, people, clients } of hours.toSorted((a, b) => a.hour.getTime() - b.hour.getTime())) {
      await tx.$executeRaw`
        INSERT INTO "IssuedTokens" ("hour", "people", "clients") VALUES (${hour}, ${people}, ${clients})
        ON CONFLICT ("hour") DO UPDATE SET
          "people" = "IssuedTokens"."people" + excluded."people",
          "clients" = "IssuedTokens"."clients" + excluded."clients"`;
    }
  });
}

async function addActive(db: Database, people: readonly ActivePerson[]): Promise<void> {
  const sorted = people.toSorted((a, b) => (a.sub < b.sub ? -1 : 1));
  const strings = sorted.flatMap((_, index) => [
    index === 0 ? 'INSERT INTO "ActivePerson" ("day", "sub") VALUES (' : '), (',
    ', ',
  ]);
  const parts = [...strings, ') ON CONFLICT ("day", "sub") DO NOTHING'];
  const values = sorted.flatMap(({ day, sub }) => [day, sub]);
  await db.$executeRaw(Object.assign(parts, { raw: parts }), ...values);
}
