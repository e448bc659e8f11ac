import type pg from 'pg';
import { connected } from './postgres-connection';

export type PostgresDatabase = {
  readonly url: string;
  /** Deletes the database, even while it is in use. */
  drop(): Promise<void>;
};

/**
 * Creates a database on a server.
 * @param serverUrl URL of any database there
 * @param name of the new database: lower-case letters, digits and underscores
 * @param template a database to copy, which must not be in use
 */
export async function createPostgresDatabase(
  serverUrl: string,
  name: string,
  template?: string,
): Promise<PostgresDatabase> {
  await connected(serverUrl, async (client) => {
    await client.query(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ''}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => connected(serverUrl, (client) => drop(client, name)) };
}

/** Deletes every database whose name starts with `prefix`. */
export async function dropPostgresDatabases(serverUrl: string, prefix: string): Promise<void> {
  await connected(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    for (const { datname } of rows) if (datname.startsWith(prefix)) await drop(client, datname);
  });
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}
