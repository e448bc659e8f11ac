import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work on very many things holds the event loop at a time, in milliseconds. */
const sliceMs = 5;

/** When the current turn of the event loop began such work. Null if it did none. */
let beganAt: number | null = null;

/**
 * Leaves the event loop to requests if this turn has worked for long, whoever did the work. The driver of SQLite answers
 * synchronously, so during a loop of statements no timer fires and no request is read.
 */
export async function shareTurn(): Promise<void> {
  if (isTurnLong()) await nextTurn();
}

function isTurnLong(): boolean {
  const now = performance.now();
  if (beganAt !== null) return now - beganAt >= sliceMs;
  beganAt = now;
  setImmediate(() => {
    beganAt = null;
  });
  return false;
}

/** Like flatMap(), in slices: requests are answered between them. */
export async function flatMapInSlices<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  isTurnLong();
  for (const item of items) {
    results.push(...work(item));
    if (isTurnLong()) await nextTurn();
  }
  return results;
}
