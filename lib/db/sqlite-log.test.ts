import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteLog } from './sqlite-log';

let folder: string;
let connection: BetterSqlite3.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-log-'));
  connection = new BetterSqlite3(join(folder, 'test.db'));
  connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE "Thing" ("name" TEXT)');
});

afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

/** A disk whose waits end when the test says so. */
function slowDisk() {
  const waits: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const log = openSqliteLog(
    join(folder, 'test.db'),
    Object.assign(
      () => new Promise<void>((end, fail) => waits.push({ end, fail })),
      // The type of promisify() requires it, but nothing uses it.
      { __promisify__: async () => {} },
    ),
  );
  return { log, waits };
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the log of a SQLite file', () => {
  it('is flushed as often as requested, one after the other', async () => {
    const log = openSqliteLog(join(folder, 'test.db'));
    await log.flush();
    connection.exec(`INSERT INTO "Thing" VALUES ('a')`);
    await log.flush();
    expect(log.verifyIntact).not.toThrow();
    await log.close();
  });

  it('is never confirmed by a flush that began before the call: late calls share the next one', async () => {
    const { log, waits } = slowDisk();
    const done: string[] = [];
    const flush = (name: string) => log.flush().then(() => done.push(name));
    void flush('early');
    await aTurn();
    const late = [flush('late'), flush('later')];
    waits[0]?.end();
    await aTurn();
    expect(done).toEqual(['early']);
    expect(waits).toHaveLength(2);
    waits[1]?.end();
    await Promise.all(late);
    expect(done).toEqual(['early', 'late', 'later']);
    expect(waits).toHaveLength(2);
  });

  it('refuses all calls, also waiting ones, after the disk has failed once', async () => {
    const { log, waits } = slowDisk();
    const early = log.flush();
    await aTurn();
    const late = log.flush();
    const outcome = Promise.allSettled([early, late]);
    waits[0]?.fail(new Error('EIO'));
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(log.flush()).rejects.toThrow('EIO');
    expect(waits).toHaveLength(1);
    expect(log.verifyIntact).toThrow('until you restart the server');
    await log.close();
  });
});
