import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readClock } from '#lib/http/clock';
import { reserve } from '#lib/ratelimit/reserve';
import { migrate } from './migrate';
import { openDatabase } from './open';
import type { OpenDatabase } from './open-database';

let folder: string;
let file: string;
let open: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signet-file-'));
  file = join(folder, 'signet.db');
  open = await openDatabase(`file:${file}`);
  await migrate(open, 'prisma/migrations', readClock());
});
afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

const unavailable = { code: 'database_unavailable' };
/** By a prepared statement, by Prisma, and in a transaction of Prisma. */
const writes: readonly [string, () => Promise<unknown>][] = [
  ['a prepared write', () => reserve(open.db, { key: 'k', limit: 9, windowSeconds: 60 }, readClock())],
  ['a write of Prisma', () => open.db.rateLimit.deleteMany({ where: { key: 'k' } })],
  ['a transaction', () => open.db.$transaction((tx) => tx.rateLimit.deleteMany({ where: { key: 'k' } }))],
];

const accidents: readonly [string, () => void][] = [
  ['was deleted', () => rmSync(file)],
  ['was replaced by another database', () => renameSync(writeOther(), file)],
  ['lost its log', () => rmSync(`${file}-wal`)],
  ['went away with its folder', () => renameSync(folder, `${folder}-moved`)],
];

function writeOther(): string {
  const other = join(folder, 'other.db');
  writeFileSync(other, '');
  return other;
}

describe.each(accidents)('a SQLite file that %s while it is open (security #202)', (_, happen) => {
  it.each(writes)('refuses %s', async (_name, write) => {
    await write();
    expect(open.db.prepared.verifyWritable).not.toThrow();
    happen();
    expect(open.db.prepared.verifyWritable).toThrow(expect.objectContaining(unavailable));
    await expect(write()).rejects.toThrow(/signet\.db(-wal)? (is gone|was replaced), so the server does not write/);
    rmSync(`${folder}-moved`, { recursive: true, force: true });
  });
});

it('a SQLite file takes writes again once its path leads to it again, as after a volume was mounted over it', async () => {
  renameSync(folder, `${folder}-moved`);
  for (const [, write] of writes) await expect(write()).rejects.toThrow('is gone');
  renameSync(`${folder}-moved`, folder);
  for (const [, write] of writes) await write();
});

it('a session never makes a new file where the database is gone', async () => {
  rmSync(file);
  await expect(open.session((sql) => sql.rows('SELECT 1'))).rejects.toThrow('unable to open database file');
});
