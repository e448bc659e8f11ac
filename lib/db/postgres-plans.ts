import type pg from 'pg';
import { bind } from './postgres-message';
import type { NumberedStatement } from './statement';
import { statementName } from './statement-names';

/**
 * What keeps the plans of the prepared statements right. The server plans each of them once for each connection, perhaps
 * while its tables are nearly empty, and keeps the plan while they grow: a table of one page is cheaper to scan. Every one
 * of these statements finds its rows by an index, whatever its values are.
 */
const settings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

function textOf(isLocal: boolean): string {
  return `SELECT ${Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)}`;
}

const text = textOf(true);
const forOneMessage = bind({ name: statementName(text), text, parameters: [] } satisfies NumberedStatement, {});

/** The connections of a pooler, which may lend another one of the server to each transaction. */
const lent = new WeakSet<pg.ClientBase>();

/** Makes the settings for a connection, if it is one to the server itself. */
export async function keepPlans(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // A pooler gives out process IDs of its own, because a client cancels a statement by it.
  const isOwn = 'processID' in client && client.processID === rows[0]?.pid;
  if (isOwn) await client.query(textOf(false));
  else lent.add(client);
}

/** What each message on this connection begins with: nothing, or the settings for its transaction alone. */
export function settle(client: pg.ClientBase): readonly (typeof forOneMessage)[] {
  return lent.has(client) ? [forOneMessage] : [];
}
