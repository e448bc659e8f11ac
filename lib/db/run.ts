import type { Database, Transaction } from './database';
import { Prisma } from './generated/sqlite/client';
import type { Values } from './statement';
import type { Step, Write } from './step';

/**
 * Writes effects, in their order, up to the first refusal. With the database, in one transaction, which travels as one
 * message to PostgreSQL and shares a commit on SQLite; a refusal undoes all. Inside transaction(), as part of it; after a
 * refusal its caller must write nothing more, or throw.
 * @returns the refusal; null if everything is written
 * @throws DatabaseUnavailable as transaction() does
 */
export async function run<Refusal extends string = never>(
  db: Database | Transaction,
  steps: readonly Step<Refusal>[],
): Promise<Refusal | null> {
  const writes = steps.flat();
  if (writes.length === 0) return null;
  const refused = '$connect' in db ? await db.prepared.write(writes) : await writeInside(db, writes);
  if (refused !== null) return writes[refused]?.refusal ?? null;
  for (const { remember } of writes) remember?.();
  return null;
}

/** Prepared statements have their own connection, which would wait for the write lock of the transaction. */
async function writeInside(tx: Transaction, writes: readonly Write[]): Promise<number | null> {
  for (const [index, { statement, values, refusal }] of writes.entries()) {
    const count = await tx.$executeRaw(fill(statement.text[tx.dialect], values));
    if (count !== 1 && refusal !== null) return index;
  }
  return null;
}

/** A text with its values, for Prisma. It binds them by position. */
function fill(text: string, values: Values): Prisma.Sql {
  const names = Array.from(text.matchAll(named), ([, name = '']) => name);
  const missing = names.find((name) => values[name] === undefined);
  if (missing !== undefined) throw new Error(`the statement has no value for @${missing}`);
  return new Prisma.Sql(
    text.split(/@\w+/),
    names.map((name) => values[name]),
  );
}

const named = /@(\w+)/g;
