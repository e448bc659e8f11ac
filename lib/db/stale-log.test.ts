import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backupSqlite } from './backup-sqlite';
import { countRun, refuseStaleLog } from './stale-log';

let folder: string;
let file: string;
let number = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-logs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The connections of a run of the server. */
let connections: BetterSqlite3.Database[] = [];
beforeEach(() => {
  number += 1;
  file = join(folder, `${number}.db`);
});
afterEach(stop);

async function start(): Promise<void> {
  connections = [new BetterSqlite3(file), new BetterSqlite3(file)];
  for (const connection of connections) connection.pragma('journal_mode = WAL');
  const [connection] = connections;
  if (connection === undefined) throw new Error('no connection');
  await countRun({
    rows: async (sql) => connection.prepare<[], Record<string, unknown>>(sql).all(),
    script: async (sql) => void connection.exec(sql),
  });
  connection.exec('CREATE TABLE IF NOT EXISTS t (a INTEGER PRIMARY KEY, b TEXT)');
}

function stop(): void {
  for (const connection of connections) connection.close();
  connections = [];
}

const random = (below: number) => Math.floor(Math.random() * below);

/** Rows of any size come, change and go, on both connections, and the log goes into the file in every way. */
function work(rounds: number): void {
  for (let round = 0; round < rounds; round += 1) {
    const connection = connections[random(2)];
    const action = random(10);
    if (action < 5) connection?.prepare('INSERT INTO t (b) VALUES (?)').run('x'.repeat(random(9000)));
    else if (action < 7) connection?.prepare('UPDATE t SET b = ? WHERE a % 7 = ?').run('y', random(7));
    else if (action < 9) connection?.prepare('DELETE FROM t WHERE a % 5 = ?').run(random(5));
    else connection?.pragma(`wal_checkpoint(${['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'][random(4)]})`);
  }
}

/** The same, with a commit at the end: a checkpoint may have emptied the log. */
function fillLog(): void {
  work(10);
  connections[0]?.exec("INSERT INTO t (b) VALUES ('last')");
}

/** The files as a killed process leaves them. */
function copyAs(name: string): string {
  const copy = join(folder, `${number}-${name}.db`);
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${copy}${end}`);
  return copy;
}

const stale = /is the log of an earlier state of .*move .*-wal and .*-shm away/;

describe('a log beside its own file', () => {
  it('is taken at every moment of several runs, whatever was in the file by then', async () => {
    for (let run = 0; run < 3; run += 1) {
      await start();
      for (let moment = 0; moment < 15; moment += 1) {
        work(8);
        expect(() => refuseStaleLog(copyAs('own'))).not.toThrow();
        expect(() => refuseStaleLog(file)).not.toThrow();
      }
      if (run === 1) stop();
      else {
        // Killed: nothing of the log goes into the file.
        const killed = copyAs('killed');
        stop();
        for (const end of ['', '-wal']) copyFileSync(`${killed}${end}`, `${file}${end}`);
      }
      expect(() => refuseStaleLog(file)).not.toThrow();
    }
  });

  it.each<[string, (log: string) => void]>([
    ['is empty', (log) => truncateSync(log, 0)],
    ['is no log', (log) => writeFileSync(log, Buffer.alloc(9000, 7))],
    ['ends in the middle of a write', (log) => truncateSync(log, statSync(log).size - 100)],
    ['has garbage at its end', (log) => appendFileSync(log, Buffer.alloc(9000, 7))],
  ])('counts as its own where SQLite ignores what follows: it %s', async (_, damage) => {
    await start();
    fillLog();
    const copy = copyAs('damaged');
    damage(`${copy}-wal`);
    expect(() => refuseStaleLog(copy)).not.toThrow();
  });

  it('may be larger than the memory: a long transaction made it so, and its space stays', async () => {
    await start();
    fillLog();
    const copy = copyAs('large');
    // Without blocks on the disk: what follows the last frame is empty.
    truncateSync(`${copy}-wal`, 5 * 2 ** 30);
    expect(() => refuseStaleLog(copy)).not.toThrow();
    const restored = join(folder, `${number}-large-backup.db`);
    await backupSqlite(`file:${file}`, restored);
    renameSync(`${copy}-wal`, `${restored}-wal`);
    expect(() => refuseStaleLog(restored)).toThrow(stale);
  });

  it('is none without a file or a log', () => {
    expect(() => refuseStaleLog(file)).not.toThrow();
    writeFileSync(file, '');
    expect(() => refuseStaleLog(file)).not.toThrow();
  });
});

describe('a log beside a restored file', () => {
  it('is found beside a backup', async () => {
    await start();
    fillLog();
    const restored = join(folder, `${number}-backup.db`);
    await backupSqlite(`file:${file}`, restored);
    expect(() => refuseStaleLog(restored)).not.toThrow();
    copyFileSync(`${file}-wal`, `${restored}-wal`);
    expect(() => refuseStaleLog(restored)).toThrow(stale);
  });

  it.each<[string, number]>([
    ['an older copy', 0],
    ['a newer copy', 3],
  ])('is found beside %s of the same database from another run', async (_, from) => {
    const copies: string[] = [];
    for (const run of [0, 1, 2, 3]) {
      await start();
      connections[0]?.exec('INSERT INTO t (b) VALUES (randomblob(50000))');
      copies.push(copyAs(`run-${run}`));
      stop();
    }
    const [restored, log] = [copies[from], copies[1]];
    copyFileSync(`${log}-wal`, `${restored}-wal`);
    expect(() => refuseStaleLog(restored ?? '')).toThrow(stale);
  });

  it('is found beside another database', async () => {
    await start();
    fillLog();
    const other = join(folder, `${number}-other.db`);
    const connection = new BetterSqlite3(other);
    connection.pragma('page_size = 8192');
    connection.pragma('journal_mode = WAL');
    connection.exec('CREATE TABLE u (x)');
    connection.close();
    copyFileSync(`${file}-wal`, `${other}-wal`);
    expect(() => refuseStaleLog(other)).toThrow(stale);
  });
});
