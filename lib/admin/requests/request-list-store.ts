import type { Database } from '#lib/db/database';
import { failureRuleName } from '#lib/protocol/rules/upstream';
import type { ListPosition } from './cursor';

type ExplanationFilter = {
  readonly clientId: string | null;
  readonly endpoint: string | null;
  /** The identity provider that a sign-in failed at. */
  readonly provider: string | null;
  /** From this time on, and before this one. */
  readonly from: Date | null;
  readonly to: Date | null;
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

/** Rows on one side of a place in the list, which begins with the newest; those next to the place come first. */
type ListSide = {
  readonly side: 'after' | 'before';
  readonly place: ListPosition | null;
  readonly limit: number;
};

/** Explanation records that a filter lets through: the newest first, or those before a place from there on. */
export async function listExplanations(
  db: Database,
  filter: ExplanationFilter,
  { side, place, limit }: ListSide,
): Promise<ExplanationLine[]> {
  const [order, beyond, upTo] = side === 'after' ? (['desc', 'lt', 'lte'] as const) : (['asc', 'gt', 'gte'] as const);
  const { createdAt, ...where } = toWhere(filter);
  return db.explanation.findMany({
    select,
    where: {
      ...where,
      // `lte` lets the index begin in the right place; the OR only sorts out those of the same moment.
      AND: [{ createdAt }, ...(place === null ? [] : [{ createdAt: { [upTo]: place.at } }])],
      ...(place && {
        OR: [{ createdAt: { [beyond]: place.at } }, { createdAt: place.at, reference: { [beyond]: place.reference } }],
      }),
    },
    orderBy: [{ createdAt: order }, { reference: order }],
    take: limit,
  });
}

/** How many records a filter lets through. @param limit counting ends there */
export async function countListed(db: Database, filter: ExplanationFilter, limit: number): Promise<number> {
  // Prisma's own count() sorts all of them before it stops.
  return (await db.explanation.findMany({ where: toWhere(filter), select: { reference: true }, take: limit })).length;
}

function toWhere({ clientId, endpoint, provider, from, to }: ExplanationFilter) {
  return {
    ...(clientId !== null && { clientId }),
    ...(endpoint !== null && { endpoint }),
    ...(provider !== null && {
      rule: { startsWith: failureRuleName('') },
      facts: { contains: `"name":${JSON.stringify(provider)}` },
    }),
    createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) },
  };
}

/** How many records were made in a period. */
export async function countExplanations(db: Database, from: Date, to: Date): Promise<number> {
  return db.explanation.count({ where: { createdAt: { gte: from, lt: to } } });
}
