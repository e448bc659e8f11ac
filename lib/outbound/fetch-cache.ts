import { createMemory } from '#lib/crypto/memory';

type Limits = {
  /** The maximum number of entries. The least recently used one is dropped. */
  readonly max: number;
  /** How long a value is used without fetching it again. */
  readonly freshSeconds: number;
  /** How long the last known value is used if fetching it again fails. */
  readonly staleSeconds: number;
  /** How long to wait after an attempt, whether or not it failed, before fetching again. */
  readonly coolDownSeconds: number;
};

type Entry<Value> = {
  known: { readonly value: Value; readonly fetchedAt: Date } | null;
  attemptedAt: Date | null;
  pending: Promise<void> | null;
  /** Why the last attempt failed. */
  problem: unknown;
};

/** Values that other servers publish. Concurrent requests for the same value share one attempt. */
type FetchCache<Value> = {
  /**
   * @param load fetches the value from the other server
   * @throws what the last attempt threw, if no value is known or the known one is too old
   */
  readonly get: (key: string, load: () => Promise<Value>, now: Date) => Promise<Value>;
  /** Fetches again although the value may be fresh, unless that was done just now. Throws as `get`. */
  readonly renew: FetchCache<Value>['get'];
};

export function createFetchCache<Value>(limits: Limits): FetchCache<Value> {
  const { max, freshSeconds, staleSeconds, coolDownSeconds } = limits;
  const entries = createMemory<Entry<Value>>(max);

  const entryOf = (key: string) => {
    const found = entries.recall(key);
    if (found !== undefined) return found;
    const made: Entry<Value> = { known: null, attemptedAt: null, pending: null, problem: null };
    entries.keep(key, made);
    return made;
  };
  /** A failure keeps the known value. */
  const attempt = async (entry: Entry<Value>, load: () => Promise<Value>, now: Date) => {
    try {
      entry.known = { value: await load(), fetchedAt: now };
    } catch (error) {
      entry.problem = error;
    }
    entry.pending = null;
  };
  const refresh = async (entry: Entry<Value>, load: () => Promise<Value>, now: Date) => {
    if (entry.pending === null) {
      if (isWithin(coolDownSeconds, entry.attemptedAt, now)) return;
      entry.attemptedAt = now;
      entry.pending = attempt(entry, load, now);
    }
    await entry.pending;
  };
  const usable = ({ known, problem }: Entry<Value>, now: Date) => {
    if (known !== null && isWithin(staleSeconds, known.fetchedAt, now)) return known.value;
    throw problem;
  };
  return {
    get: async (key, load, now) => {
      const entry = entryOf(key);
      if (!isWithin(freshSeconds, entry.known?.fetchedAt, now)) await refresh(entry, load, now);
      return usable(entry, now);
    },
    renew: async (key, load, now) => {
      const entry = entryOf(key);
      await refresh(entry, load, now);
      return usable(entry, now);
    },
  };
}

function isWithin(seconds: number, time: Date | null | undefined, now: Date): boolean {
  return time !== null && time !== undefined && Math.abs(now.getTime() - time.getTime()) < seconds * 1000;
}
