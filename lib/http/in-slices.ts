import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work on very many things holds the event loop at a time, in milliseconds. */
const sliceMs = 5;

/** Like flatMap(), in slices: requests are answered between them. */
export async function flatMapInSlices<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  let beganAt = performance.now();
  for (const item of items) {
    results.push(...work(item));
    if (performance.now() - beganAt < sliceMs) continue;
    await nextTurn();
    beganAt = performance.now();
  }
  return results;
}
