import { setTimeout as delay } from 'node:timers/promises';
import { createId } from '#lib/crypto/random';
import type { PreparedWrite } from '#lib/db/bulk';
import type { Database, Transaction } from '#lib/db/database';
import { holdConfiguration, keepHolding, readWrites, releaseConfiguration } from '#lib/db/revision';
import { addLargeChange, findLargeChange, forgetLargeChange, isKnown, letLargeChangeCount } from '#lib/db/staged-rows';
import { isDatabaseUnavailable, transaction } from '#lib/db/transaction';
import { readClock } from '#lib/http/clock';
import { singleton } from '#lib/singleton';
import type { Authorship } from './authorship';
import type { Change } from './diff';
import { prepareHistoryOf } from './revisions/prepare-record';
import { sections } from './sections';

/** Changes of entries that are too many for one transaction. */
export type LargeChange = {
  readonly changes: readonly Change[];
  /** The number of their revision in the history. */
  readonly number: number;
  readonly by: Authorship;
  readonly now: Date;
  /** Stages some of the changes. */
  readonly stage: (changes: readonly Change[], stagedBy: string) => PreparedWrite;
};

type Commit<Result> = {
  /** The revision that the change was compared with. */
  readonly revision: number;
  /** Writes everything else, in the transaction of the third step. It returns null if nothing may count. */
  readonly commit: (tx: Transaction, heldBy: string) => Promise<Result | null>;
};

/** More changes of entries than this are written in short transactions. */
export const entriesAtOnce = 100;

/** The most entries of a transaction, and about the most characters of their JSON. */
const limits = { entries: 50, characters: 1_000_000 };

/** Thrown to undo a transaction, because the change was prepared for an earlier state. */
export const outdated = new Error('the configuration changed meanwhile');

/**
 * Writes a change of very many entries in short transactions, so that nobody who signs in or gets a token waits for it.
 *
 * 1. It holds the configuration: bumpRevision() refuses everybody else until the end.
 * 2. The new content is staged beside the present one, which everybody goes on reading.
 * 3. One transaction lets all of it count (`commit`). From then on every reader sees the new content of every entry.
 * 4. The entries are moved into place in slices, each with its history and its events.
 *
 * If the process is killed before the third step, nothing has changed; after it, the new content counts. In both cases
 * continueLargeChange() does the rest.
 * @throws `outdated` if somebody else changed the configuration first
 */
export async function writeLargeChange<Result>(
  db: Database,
  { changes, number, by, now, stage }: LargeChange,
  { revision, commit }: Commit<Result>,
): Promise<Result | null> {
  const id = createId();
  const size = sliceSize(changes);
  if (!(await holdConfiguration(db, id, revision, readClock()))) throw outdated;
  try {
    const author = JSON.stringify({ by, at: now, size });
    await addLargeChange(db, id, author);
    for (let from = 0; from < changes.length; from += size) {
      const write = stage(changes.slice(from, from + size), id);
      await inTurn(() => transaction(db, (tx) => whileHolding(tx, id, write)));
    }
    const result = await transaction(db, async (tx) => {
      const written = await whileHolding(tx, id, () => commit(tx, id));
      if (written !== null) await letLargeChangeCount(tx, id, number);
      return written;
    });
    // It counts, so it must not be reported as if nothing had changed. continueLargeChange() does the rest.
    if (result !== null) await settle(db, id).catch(unlessUnavailable);
    return result;
  } finally {
    await discard(db, id);
  }
}

function unlessUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error;
}

/** The number of entries of a transaction. */
function sliceSize(changes: readonly Change[]): number {
  const longest = changes.reduce(
    (most, { after, before }) => Math.max(most, JSON.stringify(after ?? before).length),
    1,
  );
  return Math.max(1, Math.min(limits.entries, Math.floor(limits.characters / longest)));
}

/** Longer pauses are no signs of life. In milliseconds. */
const longestPauseMs = 1_000;

/** Does something, and waits for as long as it took, so that others get half of the time. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  await delay(Math.min(performance.now() - start, longestPauseMs));
  return result;
}

async function whileHolding<Result>(
  tx: Transaction,
  id: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  // Another process has taken it for dead, and may still be removing what is staged.
  if (!(await keepHolding(tx, id, readClock())) || !(await isKnown(tx, id))) throw outdated;
  return work(tx);
}

/**
 * Moves the entries of a change that counts into place, and lets others change the configuration again.
 * @param later when another process does it: the audit log seals no event that is much older than its last one
 */
async function settle(db: Database, id: string, later: Date | null = null, signal?: AbortSignal): Promise<void> {
  const found = await findLargeChange(db, id);
  if (found === null) return;
  const { by, at, size }: { by: Authorship; at: string; size: number } = JSON.parse(found.author);
  const slice = { stagedBy: id, limit: size, number: found.number, by, now: later ?? new Date(at) };
  while (!signal?.aborted && (await inTurn(() => transaction(db, (tx) => settleSlice(tx, db, slice)))));
}

type Slice = Pick<LargeChange, 'number' | 'by' | 'now'> & { readonly stagedBy: string; readonly limit: number };

/** @returns false if nothing is left */
async function settleSlice(
  tx: Transaction,
  { prepared: { dialect } }: Database,
  { stagedBy, limit, number, ...author }: Slice,
): Promise<boolean> {
  // Another process may do the same.
  if (!(await keepHolding(tx, stagedBy, readClock()))) return false;
  for (const section of Object.values(sections)) {
    const changes = await section.settle(tx, { dialect, stagedBy, limit, circumstances: author });
    if (changes.length === 0) continue;
    await prepareHistoryOf(dialect, number, changes, author)(tx);
    return true;
  }
  await releaseConfiguration(tx, stagedBy);
  return false;
}

/** Removes what a change has staged that does not count. Does nothing for one that counts. */
async function discard(db: Database, id: string): Promise<void> {
  if ((await findLargeChange(db, id)) !== null) return;
  // It can never count from now on, even if its process was only suspended: see whileHolding().
  await transaction(db, async (tx) => {
    await keepHolding(tx, id, readClock());
    await forgetLargeChange(tx, id);
  });
  if ((await findLargeChange(db, id)) !== null) return;
  const some = { stagedBy: id, limit: limits.entries };
  for (const { write } of Object.values(sections)) {
    const { dropStaged } = write;
    if (dropStaged === undefined) continue;
    while ((await inTurn(() => transaction(db, (tx) => dropStaged(tx, some)))) > 0);
  }
  await releaseConfiguration(db, id);
}

/** A process that writes a large change gives a sign of life with each slice. In milliseconds. */
const deadAfterMs = 20_000;

/**
 * The last sign of life that this process saw, and since when. The time of the sign is not compared with the clock here,
 * because clocks differ.
 */
const seen = () => singleton('large-change-sign', () => ({ sign: '', since: new Date(0) }));

const askEveryMs = 200;

/** Waits until nobody else writes a large change. If its process is dead, it is finished here. */
export async function awaitLargeChange(db: Database): Promise<void> {
  while ((await readWrites(db)).heldBy !== null) {
    await continueLargeChange(db, readClock());
    await delay(askEveryMs);
  }
}

/** Finishes or removes a large change whose process was killed. Several processes may do this at the same time. */
export async function continueLargeChange(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const { heldBy, heldAt } = await readWrites(db);
  if (heldBy === null || !isDead(`${heldBy} ${heldAt?.getTime()}`, now)) return;
  if (!(await keepHolding(db, heldBy, now, heldAt))) return;
  await settle(db, heldBy, now, signal);
  await discard(db, heldBy);
}

/** Whether this process has seen no other sign of life for long. */
function isDead(sign: string, now: Date): boolean {
  const last = seen();
  if (last.sign !== sign) Object.assign(last, { sign, since: now });
  // The clock here may have been set back.
  return Math.abs(now.getTime() - last.since.getTime()) >= deadAfterMs;
}
