import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SqlSession } from './sql-session';

/** Bytes of the header of a database, of its log, and of a frame of the log (its documentation: Database File Format). */
const [databaseHeader, logHeader, frameHeader] = [100, 32, 24] as const;

/** @throws StaleLog if the log beside a SQLite file belongs to another state of it */
export function refuseStaleLog(file: string): void {
  if (hasStaleLog(file)) throw new StaleLog(file);
}

/** Changes the first page, because a log without it tells nothing. To be called at each start. */
export async function countRun({ rows, script }: SqlSession): Promise<void> {
  const [row] = await rows('PRAGMA user_version');
  await script(`PRAGMA user_version = ${(Number(row?.user_version) + 1) % 2 ** 31}`);
}

/** The log beside a SQLite file belongs to another state of it. */
class StaleLog extends Error {
  override readonly name = 'StaleLog';
  readonly code = 'stale_log';

  constructor(file: string) {
    super(
      `DATABASE_URL: ${file}-wal is the log of another state of ${file}, which was restored beside it; move ${file}-wal and ${file}-shm away, then start again`,
    );
  }
}

/**
 * Whether the write-ahead log beside a SQLite file belongs to another state of it: the file was restored and the log was
 * not removed. SQLite would mix the pages of both, because nothing in a log names its file.
 *
 * The first page has a counter that no commit lowers and none raises by more than one. A log begins when everything
 * before it is in the file. So the counter of the file is at least one less than the first that the log commits, and at
 * most the last. A file that was never in this mode has no log at all; backups are such files.
 * @returns false too while another process changes the log
 */
function hasStaleLog(file: string): boolean {
  const before = readLog(`${file}-wal`);
  if (before === null || before.commits === 0) return false;
  const header = readBytes(file, databaseHeader);
  if (header === null || header.length < databaseHeader) return false;
  const after = readLog(`${file}-wal`);
  if (after === null || after.mark !== before.mark) return false;
  const isLogged = header.readUInt8(18) === 2;
  if (!isLogged || pageSizeOf(header) !== before.pageSize) return true;
  const [first, last] = [before.counters.at(0), before.counters.at(-1)];
  if (first === undefined || last === undefined) return false;
  const counter = counterOf(header);
  return counter < first - 1 || counter > last;
}

type Log = {
  readonly pageSize: number;
  /** Complete transactions. */
  readonly commits: number;
  /** Of the first page, each time that a transaction changed it. */
  readonly counters: readonly number[];
  /** Changes with the log. */
  readonly mark: string;
};

/** Reads what SQLite would take over. Null if it would ignore the log. */
function readLog(path: string): Log | null {
  const bytes = readBytes(path);
  if (bytes === null || bytes.length < logHeader + frameHeader) return null;
  const magic = bytes.readUInt32BE(0);
  if (magic >>> 1 !== 0x377f0682 >>> 1) return null;
  const isBigEndian = (magic & 1) === 1;
  const salts = bytes.subarray(16, 24);
  let sum = checksum(bytes.subarray(0, 24), [0, 0], isBigEndian);
  if (!isSum(bytes, 24, sum)) return null;
  const pageSize = bytes.readUInt32BE(8);
  const counters: number[] = [];
  let waiting: number[] = [];
  let commits = 0;
  let at = logHeader;
  for (; at + frameHeader + pageSize <= bytes.length; at += frameHeader + pageSize) {
    const page = bytes.subarray(at + frameHeader, at + frameHeader + pageSize);
    sum = checksum(page, checksum(bytes.subarray(at, at + 8), sum, isBigEndian), isBigEndian);
    if (!bytes.subarray(at + 8, at + 16).equals(salts) || !isSum(bytes, at + 16, sum)) break;
    if (bytes.readUInt32BE(at) === 1) waiting.push(counterOf(page));
    if (bytes.readUInt32BE(at + 4) === 0) continue;
    commits += 1;
    counters.push(...waiting);
    waiting = [];
  }
  return { pageSize, commits, counters, mark: `${bytes.subarray(12, 24).toString('hex')} ${at}` };
}

/** The checksum of the log's frames, which goes on from the frame before (Database File Format, The Write-Ahead Log). */
function checksum(bytes: Buffer, [first, second]: readonly [number, number], isBigEndian: boolean): [number, number] {
  let [a, b] = [first, second];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, !isBigEndian) + b) >>> 0;
    b = (b + view.getUint32(at + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}

function isSum(bytes: Buffer, at: number, [a, b]: readonly [number, number]): boolean {
  return bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;
}

/** The number of changes, which is the same place in a file and in its first page. */
function counterOf(page: Buffer): number {
  return page.readUInt32BE(24);
}

function pageSizeOf(header: Buffer): number {
  const size = header.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
}

/** The file, or its beginning. Null without it. */
function readBytes(path: string, length?: number): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(length ?? fstatSync(descriptor).size);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
