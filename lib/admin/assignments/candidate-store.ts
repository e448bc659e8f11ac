import type { Database } from '#lib/db/database';

type Named = { readonly clientId: string; readonly groupIds: readonly string[] };
type Some = { readonly after: string | null; readonly limit: number };

/**
 * The subs of people with an assignment in a client or a membership in one of these groups, in order, whether or not they
 * count. Each is found by its own index, so a group of 100,000 costs as much as one of ten.
 */
export async function listCandidates(
  db: Database,
  { clientId, groupIds }: Named,
  { after, limit }: Some,
): Promise<{ readonly subs: readonly string[]; readonly isMore: boolean }> {
  const beyond = after === null ? {} : { sub: { gt: after } };
  const how = { orderBy: { sub: 'asc' as const }, take: limit + 1, select: { sub: true } };
  const lists = [await db.assignment.findMany({ where: { clientId, ...beyond }, ...how })];
  for (const groupId of groupIds) lists.push(await db.membership.findMany({ where: { groupId, ...beyond }, ...how }));
  // What comes after the last row of a list that was cut is not known.
  const ends = lists.flatMap((rows) => (rows.length > limit ? (rows.at(-1)?.sub ?? []) : []));
  const known = [...new Set(lists.flat().map(({ sub }) => sub))].filter((sub) => ends.every((end) => sub <= end));
  return { subs: known.toSorted().slice(0, limit), isMore: ends.length > 0 || known.length > limit };
}
