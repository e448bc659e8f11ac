import type { Database, Transaction } from './database';

const rowId = 1;

/**
 * Increases the revision of the configuration. It must come first in every transaction that writes configuration or
 * keys: the row is the lock that serializes writers, so later reads see everything that the previous writer wrote. It
 * is not the number in the history, which has no entries for keys, traces and pictures of clients.
 * @returns the new revision
 */
export async function bumpRevision(tx: Transaction): Promise<number> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    INSERT INTO "Revision" ("id", "number") VALUES (${rowId}, 1)
    ON CONFLICT ("id") DO UPDATE SET "number" = "Revision"."number" + 1
    RETURNING "number"`;
  const row = rows[0];
  if (row === undefined) throw new Error('the revision row was not written');
  return row.number;
}

/** The current revision of the configuration. Nobody changes the configuration until the transaction ends. */
export async function holdRevision(tx: Transaction): Promise<number> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    UPDATE "Revision" SET "number" = "number" WHERE "id" = ${rowId} RETURNING "number"`;
  return rows[0]?.number ?? 0;
}

/** The current revision of the configuration; 0 before the first write. */
export async function readRevision(db: Database | Transaction): Promise<number> {
  const row = await db.revision.findUnique({ where: { id: rowId }, select: { number: true } });
  return row?.number ?? 0;
}
