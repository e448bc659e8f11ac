import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatherLimit } from './gather';
import { createGroupCommit } from './sqlite-group-commit';
import { createWriteLock } from './write-lock';

let folder: string;
let connection: BetterSqlite3.Database;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-commit-'));
  connection = new BetterSqlite3(join(folder, 'test.db'), {
    timeout: 0,
    verbose: (message) => said.push(String(message)),
  });
  said = [];
  connection.exec(`
    PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;
    CREATE TABLE "Owner" ("name" TEXT PRIMARY KEY);
    CREATE TABLE "Thing" ("name" TEXT PRIMARY KEY, "owner" TEXT REFERENCES "Owner" DEFERRABLE INITIALLY DEFERRED)`);
});

afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

function start(lock = createWriteLock(), flush = async () => {}) {
  const commit = createGroupCommit(connection, { flush }, lock);
  const insert = (name: string, owner: string | null = null) => {
    connection.prepare(`INSERT INTO "Thing" VALUES (?, ?)`).run(name, owner);
    return { isKept: true, answer: name };
  };
  return {
    lock,
    insert,
    commit,
    add: (name: string, owner: string | null = null) => commit(() => insert(name, owner)),
  };
}

/** Reads through another connection, which sees only committed rows. */
function names(): unknown[] {
  const other = new BetterSqlite3(join(folder, 'test.db'));
  try {
    return other.prepare(`SELECT "name" FROM "Thing" ORDER BY "name"`).pluck().all();
  } finally {
    other.close();
  }
}

const commits = () => said.filter((sql) => sql === 'COMMIT').length;
const outcomes = async (writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));

describe('writes that wait together', () => {
  it('share one COMMIT, and each is answered after it', async () => {
    const { add } = start();
    const seen = await Promise.all(['a', 'b', 'c'].map((name) => add(name).then(() => names())));
    expect(seen).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(commits()).toBe(1);
  });

  it('are at most the limit, in the order in which they came', async () => {
    const { add } = start();
    const order: string[] = [];
    const all = Array.from({ length: gatherLimit + 1 }, (_, index) => `${index}`);
    await Promise.all(all.map((name) => add(name).then((answer) => order.push(answer))));
    expect(commits()).toBe(2);
    expect(order).toEqual(all);
  });

  it('include those that arrive while another write of the process has the turn', async () => {
    const { add, lock } = start();
    const release = await lock.acquire(1);
    const first = add('a');
    await new Promise((resolve) => setImmediate(resolve));
    const second = add('b');
    release?.();
    await Promise.all([first, second]);
    expect(commits()).toBe(1);
  });

  it('fail separately: a failed write is undone, and the others stay', async () => {
    const { add, commit, insert } = start();
    const failing = commit(() => {
      insert('half');
      return insert('half');
    });
    expect(await outcomes([add('a'), failing, add('b')])).toEqual(['a', 'failed', 'b']);
    expect(names()).toEqual(['a', 'b']);
  });

  it('are undone separately on request', async () => {
    const { add, commit, insert } = start();
    const undone = commit(() => ({ isKept: false, answer: insert('x').answer.length }));
    expect(await outcomes([add('a'), undone, add('b')])).toEqual(['a', 1, 'b']);
    expect(names()).toEqual(['a', 'b']);
  });

  it('see earlier writes: only one of two conditional updates takes effect', async () => {
    const { add, commit } = start();
    await add('old');
    const rename = () =>
      commit(() => {
        const { changes } = connection.prepare(`UPDATE "Thing" SET "name" = 'new' WHERE "name" = 'old'`).run();
        return { isKept: changes === 1, answer: changes };
      });
    expect(await Promise.all([rename(), rename(), rename()])).toEqual([1, 0, 0]);
  });
});

describe('a committed write', () => {
  /** A disk whose writes finish when the test says so. */
  function disk() {
    const waits: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
    return { waits, flush: () => new Promise<void>((end, fail) => waits.push({ end, fail })) };
  }
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('is answered when it is on disk, without delaying the next transaction', async () => {
    const { waits, flush } = disk();
    const { add } = start(undefined, flush);
    const answered: string[] = [];
    const first = add('a').then((name) => answered.push(name));
    await turns();
    const second = add('b').then((name) => answered.push(name));
    await turns();
    expect(commits()).toBe(2);
    expect(answered).toEqual([]);
    waits[0]?.end();
    await first;
    expect(answered).toEqual(['a']);
    waits[1]?.end();
    await second;
  });

  it('fails for all that wait for a failing disk, and not for others', async () => {
    const { waits, flush } = disk();
    const { add } = start(undefined, flush);
    const first = outcomes([add('a'), add('b')]);
    await turns();
    const later = outcomes([add('c')]);
    await turns();
    waits[0]?.fail(new Error('EIO'));
    waits[1]?.end();
    expect([await first, await later]).toEqual([['failed', 'failed'], ['c']]);
  });

  it('fails separately for an impossible value, also while the disk is busy', async () => {
    const { waits, flush } = disk();
    const { add } = start(undefined, flush);
    const both = outcomes([add('orphan', 'nobody'), add('a')]);
    await turns();
    for (const { end } of waits) end();
    expect(await both).toEqual(['failed', 'a']);
  });
});

describe('a lost transaction', () => {
  it('fails only for its cause when its COMMIT is refused; the others are kept', async () => {
    const { add } = start();
    expect(await outcomes([add('a'), add('orphan', 'nobody'), add('b')])).toEqual(['a', 'failed', 'b']);
    expect(names()).toEqual(['a', 'b']);
  });

  it('fails only for its cause when SQLite rolls it back, as with a full disk', async () => {
    const { add, commit, insert } = start();
    const fatal = commit(() => {
      insert('x');
      connection.exec('ROLLBACK');
      throw new Error('SQLITE_FULL');
    });
    expect(await outcomes([add('a'), fatal, add('b')])).toEqual(['a', 'failed', 'b']);
    expect(names()).toEqual(['a', 'b']);
  });

  it('leaves the connection usable', async () => {
    const { add } = start();
    await outcomes([add('orphan', 'nobody')]);
    expect(await add('a')).toBe('a');
    expect(names()).toEqual(['a']);
  });
});

describe('while another process writes', () => {
  it('writes wait without blocking, and all are written afterwards', async () => {
    const { add } = start();
    const other = new BetterSqlite3(join(folder, 'test.db'));
    other.exec('BEGIN IMMEDIATE');
    const first = add('a');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = add('b');
    other.exec('COMMIT');
    other.close();
    await Promise.all([first, second]);
    expect(names()).toEqual(['a', 'b']);
    expect(commits()).toBe(1);
  });

  it('no write waits after the connection is gone', async () => {
    const { add } = start();
    const lost = add('a');
    connection.close();
    await expect(lost).rejects.toThrow('not open');
  });
});
