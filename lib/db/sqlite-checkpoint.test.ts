import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readClock } from '#lib/http/clock';
import { migrate } from './migrate';
import { openDatabase } from './open';
import type { OpenDatabase } from './open-database';

let folder: string;
let file: string;
let open: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signet-checkpoint-'));
  file = join(folder, 'signet.db');
  open = await openDatabase(`file:${file}`);
  await migrate(open, 'prisma/migrations', readClock());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const own = { key: { startsWith: 'key-' } };

/** About as many pages as the log may have before it is copied. */
async function write(from: number, count = 1_500): Promise<void> {
  for (let start = from; start < from + count; start += 100) {
    const data = Array.from({ length: 100 }, (_, index) => ({ key: `key-${start + index}`, value: 'x'.repeat(4_000) }));
    await open.db.installation.createMany({ data });
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) await delay(50);
  expect(isSo()).toBe(true);
}

describe('the log of a SQLite file', () => {
  it('is copied into the file by a thread, and begins again', async () => {
    await write(0);
    await until(() => statSync(file).size > 5_000_000);
    let count = 1_500;
    for (; count < 10_000 && statSync(`${file}-wal`).size > 4_500_000; count += 100) {
      await delay(50);
      await write(count, 100);
    }
    expect(count).toBeLessThan(10_000);
    expect(await open.db.installation.count({ where: own })).toBe(count);
    await open.close();
  });

  it('loses nothing if everything is closed while it is copied', async () => {
    await write(0);
    await delay(100);
    await open.close();
    const connection = new BetterSqlite3(file, { readonly: true });
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(connection.prepare(`SELECT count(*) FROM Installation WHERE "key" LIKE 'key-%'`).pluck().get()).toBe(1_500);
    connection.close();
  });
});
