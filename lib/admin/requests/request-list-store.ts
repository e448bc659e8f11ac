import type { Database } from '#lib/db/database';
import { failureRuleName } from '#lib/protocol/rules/upstream';
import type { ListPosition } from './cursor';

type ExplanationFilter = {
  readonly clientId: string | null;
  readonly endpoint: string | null;
  /** The identity provider where a sign-in failed. */
  readonly provider: string | null;
  /** `from` is inclusive, `to` is exclusive. */
  readonly from: Date | null;
  readonly to: Date | null;
};

/** The columns of an explanation record that a list shows. */
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

/** The rows on one side of a place in the list, in which the newest is first. The rows next to the place come first. */
type ListSide = {
  readonly side: 'after' | 'before';
  readonly place: ListPosition | null;
  readonly limit: number;
};

/**
 * The explanation records that match a filter: the newest first, or with `before`, those newer than a place, starting
 * next to it.
 */
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
      // `lte` and `gte` let the index start at the right place. The OR only excludes rows of the same moment.
      AND: [{ createdAt }, ...(place === null ? [] : [{ createdAt: { [upTo]: place.at } }])],
      ...(place && {
        OR: [{ createdAt: { [beyond]: place.at } }, { createdAt: place.at, reference: { [beyond]: place.reference } }],
      }),
    },
    orderBy: [{ createdAt: order }, { reference: order }],
    take: limit,
  });
}

/** The number of records that match a filter. @param limit counting stops there */
export async function countListed(db: Database, filter: ExplanationFilter, limit: number): Promise<number> {
  // Prisma's own count() sorts all rows before it stops.
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

/** The number of records that were created in a period. */
export async function countExplanations(db: Database, from: Date, to: Date): Promise<number> {
  return db.explanation.count({ where: { createdAt: { gte: from, lt: to } } });
}
