import { setTimeout as delay } from 'node:timers/promises';
import { isConflict, isUniqueViolation } from './database-errors';
import type { SqlSession } from './open-database';

/** The first statements of a transaction that may take long, or that waits for such a one. */
export const unlimited = 'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;';

/**
 * Runs `work` while no other process does so for the same database. It keeps an updated row of its own table locked in
 * an open transaction. Advisory locks would be simpler, but CockroachDB accepts them without locking.
 * @throws if another process holds the row for a minute
 */
export async function postgresExclusively<T>(session: SqlSession, work: () => Promise<T>): Promise<T> {
  await patiently(() => inTransaction(session, `${createLock} COMMIT;`));
  await patiently(() => inTransaction(session, 'UPDATE "_signet_lock" SET "taken" = "taken" + 1 WHERE "id" = 1;'));
  try {
    return await work();
  } finally {
    await session.script('COMMIT');
  }
}

const createLock = `
  CREATE TABLE IF NOT EXISTS "_signet_lock" ("id" INTEGER PRIMARY KEY, "taken" BIGINT NOT NULL);
  INSERT INTO "_signet_lock" ("id", "taken") VALUES (1, 0) ON CONFLICT ("id") DO NOTHING;
`;

/**
 * The limits apply only to this transaction, because behind a connection pooler another client may get the connection
 * afterwards.
 */
const limits = `SET LOCAL lock_timeout = '60s'; ${unlimited}`;

async function inTransaction(session: SqlSession, script: string): Promise<void> {
  try {
    await session.script(`BEGIN; ${limits} ${script}`);
  } catch (error) {
    await session.script('ROLLBACK');
    throw error;
  }
}

/**
 * Retries a step. If two processes create the table at the same moment, one of them fails on the keys of the catalog in
 * spite of IF NOT EXISTS.
 */
async function patiently(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (attempt === 20 || !(isUniqueViolation(error) || isConflict(error) || isDuplicate(error))) throw error;
    }
    await delay(50);
  }
}

/** Duplicate table or duplicate type. Timing decides which of them PostgreSQL reports. */
function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && duplicates.has(error.code);
}

const duplicates = new Set<unknown>(['42P07', '42710']);
