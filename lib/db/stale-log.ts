import { closeSync, openSync, readSync } from 'node:fs';
import type { SqlSession } from './open-database';

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
      `DATABASE_URL: ${file}-wal is the log of an earlier state of ${file}, which was restored; move ${file}-wal and ${file}-shm away, then start again`,
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
  const log = readLog(`${file}-wal`);
  if (log === null || log.commits === 0) return false;
  const header = Buffer.alloc(databaseHeader);
  if ((readFrom(file, (read) => read(header, 0)) ?? 0) < databaseHeader || belongTogether(header, log)) return false;
  return readLog(`${file}-wal`)?.mark === log.mark;
}

function belongTogether(header: Buffer, { pageSize, counters }: Log): boolean {
  const isLogged = header.readUInt8(18) === 2;
  if (!isLogged || pageSizeOf(header) !== pageSize) return false;
  const [first, last] = [counters.at(0), counters.at(-1)];
  if (first === undefined || last === undefined) return true;
  const counter = counterOf(header);
  return first - 1 <= counter && counter <= last;
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

/** Reads what SQLite would take over, a page at a time: a log can be larger than the memory. Null if it would ignore it. */
function readLog(path: string): Log | null {
  return readFrom(path, (read) => {
    const header = Buffer.alloc(logHeader);
    if (read(header, 0) < logHeader) return null;
    const magic = header.readUInt32BE(0);
    if (magic >>> 1 !== 0x377f0682 >>> 1) return null;
    const isBigEndian = (magic & 1) === 1;
    const salts = header.subarray(16, 24);
    let sum = checksum(header.subarray(0, 24), [0, 0], isBigEndian);
    const pageSize = header.readUInt32BE(8);
    if (!isSum(header, 24, sum) || !isPageSize(pageSize)) return null;
    const counters: number[] = [];
    let waiting: number[] = [];
    let commits = 0;
    let at = logHeader;
    const frame = Buffer.alloc(frameHeader + pageSize);
    const page = frame.subarray(frameHeader);
    for (; read(frame, at) === frame.length; at += frame.length) {
      sum = checksum(page, checksum(frame.subarray(0, 8), sum, isBigEndian), isBigEndian);
      if (!frame.subarray(8, 16).equals(salts) || !isSum(frame, 16, sum)) break;
      if (frame.readUInt32BE(0) === 1) waiting.push(counterOf(page));
      if (frame.readUInt32BE(4) === 0) continue;
      commits += 1;
      counters.push(...waiting);
      waiting = [];
    }
    return { pageSize, commits, counters, mark: `${header.subarray(12, 24).toString('hex')} ${at}` };
  });
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

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

/** Fills a buffer from a place in a file. Returns how many bytes there were. */
type Read = (buffer: Buffer, at: number) => number;

/** Null without the file. */
function readFrom<T>(path: string, work: (read: Read) => T): T | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    return work((buffer, at) => readSync(descriptor, buffer, 0, buffer.length, at));
  } finally {
    closeSync(descriptor);
  }
}
