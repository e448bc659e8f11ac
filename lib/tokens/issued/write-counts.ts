import type { Counted, IssuedTokenCounter } from './tally';

/**
 * Writes the counts of this process since the last time. It needs a few statements, regardless of their number.
 * @param write throws what the database throws; then nothing of it was counted
 * @throws what `write` throws; all of it is written the next time
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
