import type { Database } from '#lib/db/database';
import type { ListPosition } from './cursor';

export type ExplanationFilter = {
  readonly clientId: string | null;
  readonly endpoint: string | null;
  /** From this time on, and before this one. */
  readonly from: Date | null;
  readonly to: Date | null;
  /** Those that stand behind it in the list. */
  readonly before: ListPosition | null;
};

/** What a list shows of an explanation record. */
export type ExplanationLine = {
  readonly reference: string;
  readonly endpoint: string;
  readonly rule: string;
  readonly error: string;
  readonly description: string;
  readonly clientId: string | null;
  readonly occurrences: number;
  readonly createdAt: Date;
};

const select = {
  reference: true,
  endpoint: true,
  rule: true,
  error: true,
  description: true,
  clientId: true,
  occurrences: true,
  createdAt: true,
} as const;

/** Explanation records that a filter lets through, the newest first. */
export async function listExplanations(
  db: Database,
  { clientId, endpoint, from, to, before }: ExplanationFilter,
  limit: number,
): Promise<ExplanationLine[]> {
  return db.explanation.findMany({
    select,
    where: {
      ...(clientId !== null && { clientId }),
      ...(endpoint !== null && { endpoint }),
      // `lte` lets the index begin in the right place; the OR only sorts out those of the same moment.
      ...((from ?? to ?? before) && {
        createdAt: { ...(from && { gte: from }), ...(to && { lt: to }), ...(before && { lte: before.at }) },
      }),
      ...(before && {
        OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, reference: { lt: before.reference } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { reference: 'desc' }],
    take: limit,
  });
}

/** How many records were made in a period. */
export async function countExplanations(db: Database, from: Date, to: Date): Promise<number> {
  return db.explanation.count({ where: { createdAt: { gte: from, lt: to } } });
}
