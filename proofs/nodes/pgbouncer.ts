import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connected } from '#lib/testing/postgres-connection';
import { freePort } from '#lib/testing/running-server';
import { startDaemon, until } from './daemon';
import { publicFolder } from './folder';
import { findProgram } from './programs';

export type Pooler = {
  /** The URL of the same database through the pooler. */
  readonly databaseUrl: string;
  readonly stop: () => Promise<void>;
};

/** Starts PgBouncer in front of a database. @param settings its configuration, at least `pool_mode` */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<Pooler> {
  const folder = publicFolder('pgbouncer');
  const port = await freePort();
  const target = new URL(databaseUrl);
  const users = join(folder.path, 'users.txt');
  writeFileSync(users, `"${target.username}" ""\n`);
  const file = join(folder.path, 'pgbouncer.ini');
  const common = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    max_client_conn: 200,
    default_pool_size: 60,
  };
  const lines = Object.entries({ ...common, ...settings }).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${target.hostname} port=${target.port}`;
  writeFileSync(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const daemon = startDaemon(findProgram('pgbouncer'), [file], folder.path);
  const through = new URL(databaseUrl);
  through.port = String(port);
  const ask = () => connected(through.href, async (client) => (await client.query('SELECT 1')).rows).catch(() => null);
  await until('PgBouncer to answer', ask, daemon.output);
  return {
    databaseUrl: through.href,
    stop: async () => {
      await daemon.stop('SIGKILL');
      folder.remove();
    },
  };
}
