import type { Database, Transaction } from './database';
import { DatabaseUnavailable } from './database-errors';

const rowId = 1;

/** A large change is being written. The transaction can run again soon. */
class ConfigurationHeld extends Error {
  override readonly name = 'ConfigurationHeld';
  readonly code = 'configuration_held';
}

/**
 * Increases the revision of the configuration. It must come first in every transaction that writes configuration or
 * keys: the row is the lock that serializes writers, so later reads see everything that the previous writer wrote. It
 * is not the number in the history, which has no entries for keys, traces and pictures of clients.
 * @param heldBy the large change that this is a part of
 * @returns the new revision
 * @throws ConfigurationHeld while somebody writes a large change; transaction() tries again
 */
export async function bumpRevision(tx: Transaction, heldBy: string | null = null): Promise<number> {
  const rows = await tx.$queryRaw<{ number: number; heldBy: string | null }[]>`
    INSERT INTO "Revision" ("id", "number") VALUES (${rowId}, 1)
    ON CONFLICT ("id") DO UPDATE SET "number" = "Revision"."number" + 1
    RETURNING "number", "heldBy"`;
  const row = rows[0];
  if (row === undefined) throw new Error('the revision row was not written');
  if (row.heldBy !== heldBy) throw new ConfigurationHeld('a large change of the configuration is being written');
  return row.number;
}

/** The current revision of the configuration. Nobody changes the configuration until the transaction ends. */
export async function holdRevision(tx: Transaction): Promise<number> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    UPDATE "Revision" SET "number" = "number" WHERE "id" = ${rowId} RETURNING "number"`;
  return rows[0]?.number ?? 0;
}

/**
 * Nobody changes the configuration until the transaction ends, but others may do the same. It comes first in a transaction,
 * as bumpRevision() does. SQLite has one writer anyway.
 */
export async function shareRevision(tx: Transaction): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  await tx.$queryRaw`SELECT "number" FROM "Revision" WHERE "id" = ${rowId} FOR SHARE`;
}

/** The current revision of the configuration; 0 before the first write. */
export async function readRevision(db: Database | Transaction): Promise<number> {
  return (await readWrites(db)).number;
}

/** The revision, and the large change that is being written, if there is one, with the last sign of life. */
export async function readWrites(
  db: Database | Transaction,
): Promise<{ readonly number: number; readonly heldBy: string | null; readonly heldAt: Date | null }> {
  const row = await db.revision.findUnique({ where: { id: rowId }, omit: { id: true } });
  return row ?? { number: 0, heldBy: null, heldAt: null };
}

/**
 * Whoever takes changes back needs all of them, but the history of a large change is complete only at its end.
 * @throws DatabaseUnavailable while one is being written
 */
export async function requireWholeHistory(db: Database | Transaction): Promise<void> {
  if ((await readWrites(db)).heldBy !== null) throw new DatabaseUnavailable('a large change is being written');
}

/**
 * From now on, nobody else changes the configuration, until releaseConfiguration().
 * @returns false if somebody changed it since the revision, or holds it
 */
export async function holdConfiguration(db: Database, heldBy: string, revision: number, now: Date): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO "Revision" ("id", "number", "heldBy", "heldAt") VALUES (${rowId}, 0, ${heldBy}, ${now})
    ON CONFLICT ("id") DO UPDATE SET "heldBy" = excluded."heldBy", "heldAt" = excluded."heldAt"
    WHERE "Revision"."number" = ${revision} AND "Revision"."heldBy" IS NULL`;
  return count === 1;
}

/**
 * Goes on holding it, and locks the revision until the transaction ends.
 * @param last only if its process gave no sign of life after this one
 * @returns false if it is not held any more
 */
export async function keepHolding(
  tx: Database | Transaction,
  heldBy: string,
  now: Date,
  last: Date | null = null,
): Promise<boolean> {
  const where = { id: rowId, heldBy, ...(last && { heldAt: last }) };
  return (await tx.revision.updateMany({ where, data: { heldAt: now } })).count === 1;
}

/** Lets others change the configuration again. */
export async function releaseConfiguration(tx: Database | Transaction, heldBy: string): Promise<void> {
  await tx.revision.updateMany({ where: { id: rowId, heldBy }, data: { heldBy: null, heldAt: null } });
}
