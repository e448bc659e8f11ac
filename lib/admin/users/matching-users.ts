import type { Database } from '#lib/db/database';
import type { ListSort } from '../list/list-query';
import type { UserFilter, UserRow } from './account-store';
import { findByWords } from './found-user-store';
import { findSorted, placeOf, type UserOrder } from './user-page-store';

/** The conditions, the order and the maximum number of users. */
type Matching = {
  /** The starts of words. Null for all users. */
  readonly q: string | null;
  readonly filter: UserFilter;
  readonly sort: ListSort<UserOrder>;
  readonly limit: number;
};

/** The first users that match; `isCut` says that there are, or may be, more. */
export async function matchingUsers(
  db: Database,
  { q, filter, sort, limit }: Matching,
): Promise<{ readonly rows: readonly UserRow[]; readonly isCut: boolean }> {
  if (q !== null) {
    const { rows, isCut } = await findByWords(db, filter, { text: q, limit });
    return { rows: sortUsers(rows, sort), isCut };
  }
  const { by, isDescending } = sort;
  const direction = isDescending ? 'desc' : 'asc';
  const rows = await findSorted(db, filter, { by, direction, place: null, limit: limit + 1 });
  return { rows: rows.slice(0, limit), isCut: rows.length > limit };
}

function sortUsers(rows: readonly UserRow[], { by, isDescending }: ListSort<UserOrder>): readonly UserRow[] {
  const timeOf = (row: UserRow) => placeOf(row, by).at?.getTime() ?? 0;
  const sorted = rows.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || (one.usernameKey < other.usernameKey ? -1 : 1),
  );
  return isDescending ? sorted.toReversed() : sorted;
}
