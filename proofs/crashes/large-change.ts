import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exportConfiguration } from '#lib/config/export';
import { openDatabase } from '#lib/db/open';
import type { Dialect } from '#lib/db/statement';
import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { testSecret } from '#lib/testing/running-server';
import type { Promised } from '../promises';

const clients = 1_000;
const kills = 6;

const fileOf = (word: string) => ({
  clients: Array.from({ length: clients }, (_, index) => ({
    client_id: `client-${index}`,
    client_name: word,
    token_endpoint_auth_method: 'none',
    redirect_uris: [`https://${word}.test/${index}`],
    scope: 'openid',
  })),
});

/** Kills `signet apply` while it changes very many clients. */
export async function killLargeChange(dialect: Dialect, random: () => number): Promise<Promised> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-crashes-'));
  const postgres = dialect === 'postgresql' ? await startPostgres({ fsync: true }) : null;
  const databaseUrl =
    postgres === null
      ? `file:${join(folder, 'signet.db')}`
      : (await createPostgresDatabase(postgres.url, 'signet_crashes')).url;
  const words = ['former', 'new'];
  for (const word of words) writeFileSync(join(folder, word), JSON.stringify(fileOf(word)));

  /** @returns the exit code; null if it was killed */
  async function apply(word: string, killAfterMs: number | null): Promise<number | null> {
    const env = {
      NODE_ENV: 'production' as const,
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      SIGNET_SECRET: testSecret,
    };
    const child = spawn(process.execPath, ['dist/signet.js', 'apply', join(folder, word)], { env, stdio: 'ignore' });
    const end = once(child, 'exit');
    if (killAfterMs !== null) void delay(killAfterMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    const [code] = await end;
    return code;
  }

  /** The names of the clients as they count: one if the file is whole. */
  async function counting(): Promise<string> {
    const open = await openDatabase(databaseUrl);
    const exported: { clients: { client_name: string; redirect_uris: string[] }[] } = JSON.parse(
      await exportConfiguration(open.db, 'json'),
    );
    await open.close();
    const found = exported.clients.map(({ client_name: name, redirect_uris: [uri = ''] }) => {
      return uri.startsWith(`https://${name}.test/`) ? name : 'half a client';
    });
    return found.length === clients ? [...new Set(found)].sort().join(' and ') : `${found.length} clients`;
  }

  const broken: string[] = [];
  const ends = new Map<string, number>();
  await apply('former', null);
  const start = performance.now();
  await apply('new', null);
  const wholeMs = performance.now() - start;
  let present = 'new';
  for (let kill = 0; kill < kills; kill += 1) {
    const next = present === 'new' ? 'former' : 'new';
    const code = await apply(next, random() * wholeMs);
    const found = await counting();
    if (!words.includes(found) || (code === 0 && found !== next)) broken.push(`after a kill: ${found}`);
    ends.set(found, (ends.get(found) ?? 0) + Number(code === null));
    // What the killed command left is finished or removed by the next one, once it is taken for dead.
    if ((await apply(next, null)) !== 0) broken.push('the next command failed');
    const settled = await counting();
    if (settled !== next) broken.push(`after the next command: ${settled}`);
    present = next;
  }
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  return {
    promise: `${dialect}: A change of ${clients} clients that is killed counts as a whole or not at all, and is finished`,
    tried: `${[...ends.values()].reduce((sum, count) => sum + count, 0)} kills`,
    broken,
  };
}
