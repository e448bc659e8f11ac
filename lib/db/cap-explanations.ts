import type { Database } from './database';
import { drain } from './drain';

/** The maximum number of explanation records, and of further references to them. */
const maximumExplanations = 200_000;
const maximumReferences = 400_000;

type Caps = {
  readonly maximum?: number;
  readonly references?: number;
  /** Ends the deletion after the current batch. */
  readonly signal?: AbortSignal;
};

/**
 * Deletes the oldest explanation records beyond a maximum, including others of the same moment. The networks with the
 * most records lose theirs first, so a flood from one network does not displace the records of others.
 * @returns the number of deleted rows, without those that a cascade deleted
 */
export async function capExplanations(
  db: Database,
  { maximum = maximumExplanations, references = maximumReferences, signal }: Caps = {},
): Promise<number> {
  const explanations: NetworkTable = {
    count: () => db.explanation.count(),
    countNetworks: async () =>
      (await db.explanation.groupBy({ by: ['network'], _count: true })).map(({ network, _count }) => [network, _count]),
    findNewest: (network, skip) =>
      db.explanation.findFirst({
        where: { network },
        orderBy: { createdAt: 'desc' },
        skip,
        select: { createdAt: true },
      }),
    deleteBatch: (network, until, limit) =>
      db.explanation.deleteMany({ where: { network, createdAt: { lte: until } }, limit }),
  };
  const further: NetworkTable = {
    count: () => db.explanationReference.count(),
    countNetworks: async () =>
      (await db.explanationReference.groupBy({ by: ['network'], _count: true })).map((row) => [
        row.network,
        row._count,
      ]),
    findNewest: (network, skip) =>
      db.explanationReference.findFirst({
        where: { network },
        orderBy: { createdAt: 'desc' },
        skip,
        select: { createdAt: true },
      }),
    deleteBatch: (network, until, limit) =>
      db.explanationReference.deleteMany({ where: { network, createdAt: { lte: until } }, limit }),
  };
  const ending = signal && { signal };
  return (await capByNetwork(explanations, maximum, ending)) + (await capByNetwork(further, references, ending));
}

/** A table whose rows belong to networks. */
type NetworkTable = {
  readonly count: () => Promise<number>;
  readonly countNetworks: () => Promise<[network: string, count: number][]>;
  /** The newest row of a network beyond its share. */
  readonly findNewest: (network: string, skip: number) => Promise<{ readonly createdAt: Date } | null>;
  readonly deleteBatch: (network: string, until: Date, limit: number) => Promise<{ count: number }>;
};

async function capByNetwork(table: NetworkTable, maximum: number, ending?: Pick<Caps, 'signal'>): Promise<number> {
  if ((await table.count()) <= maximum) return 0;
  const counts = await table.countNetworks();
  const share = fairShare(
    counts.map(([, count]) => count),
    maximum,
  );
  let total = 0;
  for (const [network, count] of counts) {
    if (ending?.signal?.aborted) break;
    const oldest = count > share ? await table.findNewest(network, share) : null;
    if (oldest !== null) total += await drain((limit) => table.deleteBatch(network, oldest.createdAt, limit), ending);
  }
  return total;
}

/**
 * Divides a limited number of places fairly. A request below the share is granted completely, and none gets more than
 * the share.
 * @returns the largest share with which all requests together get at most `maximum`
 */
export function fairShare(wanted: readonly number[], maximum: number): number {
  let left = maximum;
  const sorted = wanted.toSorted((a, b) => a - b);
  for (const [index, one] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (one > share) return share;
    left -= one;
  }
  return sorted.at(-1) ?? maximum;
}
