/**
 * Loaded into a server with --import. It kills the process at a statement that the proof chooses, or leaves the files
 * of SQLite as a power loss would. In the folder of TEST_FAILPOINTS, `armed` is the failpoint, which it reads on
 * SIGUSR2, `seen` lists the kinds of statements so far, and `disk` has the files that a power loss would leave.
 */
import fs, { appendFileSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';

const folder = process.env.TEST_FAILPOINTS ?? '';
/**
 * The number of flushes that still reach the disk before the power fails, and the milliseconds that the server runs
 * afterwards.
 */
const flushesBeforeLoss = 3;
const unnoticedMs = 50;

/** @typedef {{ kind: string, when: 'before' | 'after', after: number }} Failpoint */
/** @typedef {{ power: true }} PowerLoss */

/** @type {Failpoint | PowerLoss | null} */
let armed = null;
let flushesLeft = flushesBeforeLoss;
const seen = new Set();

process.on('SIGUSR2', () => {
  armed = JSON.parse(readFileSync(join(folder, 'armed'), 'utf8'));
  flushesLeft = flushesBeforeLoss;
  // SQLite itself may already have flushed earlier commits.
  if (isPowerLoss(armed)) keepDisk();
});

const die = () => process.kill(process.pid, 'SIGKILL');

/** @param {unknown} value @returns {value is PowerLoss} */
function isPowerLoss(value) {
  return typeof value === 'object' && value !== null && 'power' in value;
}

/** @param {string} sql @returns {string | null} for example `INSERT Grant`, or null if it writes nothing */
function kindOf(sql) {
  const [, end] = /^\s*(BEGIN|COMMIT|ROLLBACK)\b/.exec(sql) ?? [];
  if (end !== undefined) return end;
  const write = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(?:["`]?(?:public|main)["`]?\.)?["`](\w+)["`]/.exec(sql);
  if (write === null) return null;
  return `${/^\s*WITH\b/.test(sql) ? 'WITH ' : ''}${(write[1] ?? '').split(' ')[0]} ${write[2]}`;
}

/** @param {string} sql @returns {string | null} */
function note(sql) {
  const kind = kindOf(sql);
  // Statements of the startup are not repeated, so they do not count.
  if (kind !== null && armed !== null && !seen.has(kind)) {
    seen.add(kind);
    appendFileSync(join(folder, 'seen'), `${kind}\n`);
  }
  return kind;
}

/** Whether the process ends here. @param {string | null} kind @param {'before' | 'after'} when */
function isHere(kind, when) {
  if (armed === null || isPowerLoss(armed) || armed.kind !== kind || armed.when !== when) return false;
  armed = { ...armed, after: armed.after - 1 };
  return armed.after < 0;
}

const query = pg.Client.prototype.query;
/** @this {pg.Client} @param {any} asked @param {any[]} rest */
function countedQuery(asked, ...rest) {
  const kind = note(typeof asked === 'string' ? asked : (asked?.text ?? ''));
  if (isHere(kind, 'before')) die();
  const callback = rest.at(-1);
  if (typeof callback === 'function') {
    rest[rest.length - 1] = (/** @type {any[]} */ ...answer) => {
      if (isHere(kind, 'after')) die();
      callback(...answer);
    };
    return Reflect.apply(query, this, [asked, ...rest]);
  }
  const answer = Reflect.apply(query, this, [asked, ...rest]);
  return typeof answer?.then !== 'function'
    ? answer
    : answer.then((/** @type {unknown} */ result) => {
        if (isHere(kind, 'after')) die();
        return result;
      });
}
Reflect.set(pg.Client.prototype, 'query', countedQuery);

/** The database file, and the connections whose commits do not wait for the disk. */
let file = '';
/** @type {WeakSet<BetterSqlite3.Database>} */
const impatient = new WeakSet();

const { prepare, exec } = BetterSqlite3.prototype;
/** @this {BetterSqlite3.Database} @param {string} sql */
function watchedExec(sql) {
  file = this.name;
  if (/synchronous = NORMAL/.test(sql)) impatient.add(this);
  const kind = note(sql);
  if (isHere(kind, 'before')) die();
  const answer = Reflect.apply(exec, this, [sql]);
  if (isHere(kind, 'after')) die();
  return answer;
}
/** @this {BetterSqlite3.Database} @param {string} sql */
function watchedPrepare(sql) {
  const statement = Reflect.apply(prepare, this, [sql]);
  const kind = note(sql);
  if (kind === null) return statement;
  for (const name of ['run', 'all', 'get']) {
    const method = Reflect.get(statement, name);
    Reflect.set(statement, name, (/** @type {unknown[]} */ ...values) => {
      if (isHere(kind, 'before')) die();
      const answer = Reflect.apply(method, statement, values);
      if (isHere(kind, 'after')) die();
      // This commit waited for the disk, so everything before it is on the disk too.
      if (isPowerLoss(armed) && !impatient.has(this) && !this.inTransaction) keepDisk();
      return answer;
    });
  }
  return statement;
}
Reflect.set(BetterSqlite3.prototype, 'exec', watchedExec);
Reflect.set(BetterSqlite3.prototype, 'prepare', watchedPrepare);

/** Copies the database and its log as they are now. */
function keepDisk() {
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(disk, `signet.db${end}`));
}

const { fdatasync } = fs;
Reflect.set(fs, 'fdatasync', (/** @type {number} */ descriptor, /** @type {fs.NoParamCallback} */ callback) => {
  if (!isPowerLoss(armed)) return fdatasync(descriptor, callback);
  if (flushesLeft === 0) {
    // This flush never ends. Everything that is acknowledged meanwhile must already be on the disk.
    setTimeout(die, unnoticedMs);
    return;
  }
  flushesLeft -= 1;
  keepDisk();
  fdatasync(descriptor, callback);
});
syncBuiltinESMExports();
