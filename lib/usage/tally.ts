/** What a process counted in memory and has not written yet. */
export type Tally<Counted> = {
  /** Returns what was counted since the last call. */
  readonly take: () => Counted;
  /** Adds what could not be written again. */
  readonly putBack: (counted: Counted) => void;
};

/**
 * Writes what a process counted since the last time.
 * @throws what `write` throws. Everything is then written the next time
 */
export async function writeTally<Counted>(
  tally: Tally<Counted>,
  write: (counted: Counted) => Promise<void>,
): Promise<void> {
  const counted = tally.take();
  try {
    await write(counted);
  } catch (error) {
    tally.putBack(counted);
    throw error;
  }
}
