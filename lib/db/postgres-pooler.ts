import type pg from 'pg';
import { createId } from '#lib/crypto/random';
import { statementName } from './statement-names';

/**
 * The number of rounds. A pooler that assigns connections per transaction gives both clients the same one within a few
 * rounds, unless others use all of them at that moment.
 */
const rounds = 8;

/** The error code of "prepared statement … does not exist": the connection has not prepared the statement. */
const unknownStatement = '26000';

const advice =
  'DATABASE_URL: expected connections that keep prepared statements; a connection pooler mixes those of its clients. ' +
  'PgBouncer: set max_prepared_statements = 1000 (version 1.21 or later), or pool_mode = session';

/**
 * Detects a connection pooler that assigns connections per transaction and does not track prepared statements. A
 * statement of one client can then appear at another one, or be lost.
 * @param one a client of the pooler, or of the server itself
 * @param other a second one, connected at the same time
 * @throws with the setting to change
 */
export async function checkPrepared(one: pg.Client, other: pg.Client): Promise<void> {
  const text = `SELECT '${createId()}'`;
  const name = statementName(text);
  for (let round = 0; round < rounds; round += 1) {
    try {
      await one.query({ name, text, values: [] });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === unknownStatement) throw new Error(advice);
      throw error;
    }
    // Twice, for a pooler that alternates between its connections.
    if ((await sees(other, name)) || (await sees(other, name))) throw new Error(advice);
  }
}

async function sees(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT name FROM pg_prepared_statements WHERE name = $1', [name]);
  return rowCount !== 0;
}
