import type { Counted, IssuedTokenCounter } from './tally';

/**
 * Writes what this process issued since the last time: a few statements, regardless of the number.
 * @param write throws what the database throws: nothing of it was counted
 * @throws what `write` throws; it is all written the next time
 */
export async function writeCounts(
  tally: IssuedTokenCounter,
  write: (counted: Counted) => Promise<void>,
): Promise<void> {
  const counted = tally.take();
  if (counted.hours.length === 0 && counted.active.length === 0) return;
  try {
    await write(counted);
  } catch (error) {
    tally.putBack(counted);
    throw error;
  }
}
