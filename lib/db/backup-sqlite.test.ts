import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChildren } from '#lib/testing/child';
import { backupSqlite } from './backup-sqlite';

let folder: string;
let url: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-backup-'));
  url = `file:${join(folder, 'signet.db')}`;
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createSource(megabytes: number): void {
  const database = new BetterSqlite3(join(folder, 'signet.db'));
  database.exec('CREATE TABLE "plant" ("bytes" BLOB)');
  const insert = database.prepare('INSERT INTO "plant" VALUES (zeroblob(1000000))');
  for (let rows = 0; rows < megabytes; rows += 1) insert.run();
  database.close();
}

/** Waits until the child has written a part of the copy, whatever its name is. */
async function waitForPart(): Promise<void> {
  const size = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  while (!readdirSync(folder).some((name) => name.startsWith('copy') && size(name) > 0)) await setTimeout(1);
}

describe('a backup of a SQLite database', () => {
  it('has its name only when it is complete', async () => {
    createSource(100);
    const target = join(folder, 'copy.db');
    const [child] = await startChildren('lib/testing/children/backup.ts', [[url, target]]);
    await child?.ready;
    child?.go();
    await waitForPart();
    child?.process.kill('SIGKILL');
    await child?.done.catch(() => undefined);
    const rows = () => new BetterSqlite3(target).prepare('SELECT count(*) FROM "plant"').pluck().get();
    expect(existsSync(target) ? rows() : 100).toBe(100);
    rmSync(target, { force: true });
    await backupSqlite(url, target);
    expect(rows()).toBe(100);
  });

  it('leaves nothing but the copy, and nothing when it fails', async () => {
    createSource(1);
    const target = join(folder, 'copy.db');
    expect(await backupSqlite(url, target)).toBe(statSync(target).size);
    expect([readdirSync(folder), statSync(target).mode & 0o777]).toEqual([['copy.db', 'signet.db'], 0o600]);
    writeFileSync(join(folder, 'other.txt'), 'no database '.repeat(100));
    await expect(backupSqlite(`file:${join(folder, 'other.txt')}`, join(folder, 'copy2.db'))).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['copy.db', 'other.txt', 'signet.db']);
  });

  it('never replaces a file', async () => {
    createSource(1);
    const target = join(folder, 'copy.db');
    writeFileSync(target, 'keep this');
    await expect(backupSqlite(url, target)).rejects.toThrow('it already exists');
    expect(readFileSync(target, 'utf8')).toBe('keep this');
  });
});
