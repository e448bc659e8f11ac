import type { WaitingExplanation } from './explanation-store';

/** The maximum number of waiting references for equal refusals. Further ones are only in the log. */
const maximumFurther = 20;

/** The refusals that wait to be written. Equal ones are one entry. If the queue is full, networks share it fairly. */
type FairQueue = {
  readonly size: () => number;
  /** @returns the number of dropped refusals: this one, or those of a network with more waiting entries */
  readonly add: (row: WaitingExplanation) => number;
  /** Empties the queue. */
  readonly takeAll: () => WaitingExplanation[];
};

/** @param capacity the maximum number of records */
export function createFairQueue(capacity: number): FairQueue {
  let rows = new Map<string, WaitingExplanation>();
  let networks = new Map<string, Set<string>>();

  const insert = (row: WaitingExplanation) => {
    rows.set(row.groupKey, row);
    const keys = networks.get(row.network) ?? new Set();
    networks.set(row.network, keys.add(row.groupKey));
  };

  /** Makes room by dropping entries of the network with the most, if it has more than this one would have. */
  const makeRoomFor = (network: string): number => {
    const own = networks.get(network)?.size ?? 0;
    const [largest, keys] = [...networks].reduce((most, one) => (one[1].size > most[1].size ? one : most));
    const last = [...keys].at(-1);
    if (keys.size <= own + 1 || last === undefined) return 0;
    keys.delete(last);
    if (keys.size === 0) networks.delete(largest);
    const occurrences = rows.get(last)?.occurrences ?? 0;
    rows.delete(last);
    return occurrences;
  };

  return {
    size: () => rows.size,
    add: (row) => {
      const same = rows.get(row.groupKey);
      if (same !== undefined) {
        const { merged, left } = merge(same, row);
        rows.set(row.groupKey, merged);
        return left;
      }
      const evicted = rows.size < capacity ? 0 : makeRoomFor(row.network);
      if (rows.size >= capacity) return row.occurrences;
      insert(row);
      return evicted;
    },
    takeAll: () => {
      const all = [...rows.values()];
      rows = new Map();
      networks = new Map();
      return all;
    },
  };
}

/** Merges two equal refusals under the reference of the first. */
function merge(one: WaitingExplanation, other: WaitingExplanation) {
  const [first, second] = one.createdAt <= other.createdAt ? [one, other] : [other, one];
  const references = [...(first.further ?? []), second.reference, ...(second.further ?? [])];
  const merged = {
    ...first,
    further: references.slice(0, maximumFurther),
    occurrences: first.occurrences + second.occurrences,
    lastSeenAt: latest(first.lastSeenAt, second.lastSeenAt),
  };
  return { merged, left: Math.max(0, references.length - maximumFurther) };
}

function latest(one: Date, other: Date): Date {
  return new Date(Math.max(one.getTime(), other.getTime()));
}
