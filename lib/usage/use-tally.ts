import { hourMs } from '#lib/vocabulary/time';

/** The last uses that a process has not written yet. */
export type UseTally<Use> = Tally<readonly Use[]> & {
  /** Records a use. It does not use the database. */
  readonly note: (use: Use) => void;
  /**
   * The last time that this process saw a use, also if it is not written again. Null if it saw none.
   * @param key as `keyOf` of createUseTally() makes it
   */
  readonly lastSeen: (key: string) => Date | null;
};

/** A use is written once in this time, so that the cost does not grow with the requests. */
const intervalMs = hourMs;

/** The maximum number of uses in memory. Beyond it, some are written more often. */
const maximumKnown = 100_000;

/**
 * Records uses in memory. It does as little as possible, because every token goes through it.
 * @param keyOf the same text for uses of the same thing, of which only the last one is written
 */
export function createUseTally<Use extends { readonly at: Date }>(keyOf: (use: Use) => string): UseTally<Use> {
  const known = new Map<string, { written: number; seen: Date }>();
  let waiting = new Map<string, Use>();
  return {
    note: (use) => {
      const key = keyOf(use);
      const time = use.at.getTime();
      const last = known.get(key);
      if (last !== undefined) last.seen = use.at;
      if (last !== undefined && Math.abs(time - last.written) < intervalMs) return;
      if (known.size >= maximumKnown) known.clear();
      known.set(key, { written: time, seen: use.at });
      waiting.set(key, use);
    },
    lastSeen: (key) => known.get(key)?.seen ?? null,
    take: () => {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
    putBack: (uses) => {
      const former = uses.map((use): [string, Use] => [keyOf(use), use]);
      waiting = new Map([...former, ...waiting]);
    },
  };
}

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
