import type { AdminContext } from '../admin-context';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { countedRows, type ReadSide, readRows, toCount } from '../list/read-rows';
import { userTotal } from '../overview/user-total';
import type { Query } from '../query';
import type { UserFilter, UserRow } from './account-store';
import { countActiveUsers, toLine, type UserLine } from './list-users';
import { matchingUsers } from './matching-users';
import { findAttackedAmong } from './related-user-store';
import { attackStart, toUserFilter } from './user-filter';
import { countSome, findSorted, placeOf, type UserOrder, type UserPlace } from './user-page-store';
import { readUserQuery, type UserQuery } from './user-query';

const userSorts = ['username', 'last_sign_in', 'created'] as const satisfies readonly UserOrder[];

/** The filters, place and order in the address of the list. */
export type UserPageQuery = UserQuery & ListPlace & { readonly sort: ListSort<UserOrder> };

export function readUserPageQuery(query: Query): UserPageQuery {
  const sort = readSort(query, userSorts, { by: 'username', isDescending: false });
  return { ...readUserQuery(query), ...readPlace(query), sort };
}

/** A search shows this many users at most, and then asks for more letters. */
const foundUsers = 200;

/** A user in the list of the administration. */
export type ListedUser = UserLine & {
  /** Their password or another factor was under attack in the last 24 hours. */
  readonly isAttacked: boolean;
};

/** A page of the users for the administration. */
export async function readUserPage(
  admin: Pick<AdminContext, 'db' | 'now' | 'log'>,
  asked: UserPageQuery,
): Promise<ListPage<ListedUser>> {
  const page = await readLines(admin, asked);
  const subs = page.lines.map(({ sub }) => sub);
  const attacked = new Set(await findAttackedAmong(admin.db, subs, attackStart(admin.now)));
  return mapLines(page, (line) => ({ ...line, isAttacked: attacked.has(line.sub) }));
}

async function readLines(
  admin: Pick<AdminContext, 'db' | 'now' | 'log'>,
  asked: UserPageQuery,
): Promise<ListPage<UserLine>> {
  const { db } = admin;
  const { sort } = asked;
  const filter = await toUserFilter(admin, asked);
  const keyOf = (row: UserRow) => writePlace(placeOf(row, sort.by));
  if (asked.q !== null) {
    const { rows, isCut } = await matchingUsers(db, { q: asked.q, filter, sort, limit: foundUsers });
    return { ...mapLines(pageOf(rows, asked, keyOf), toLine), isCut };
  }
  const read: ReadSide<UserRow> = (side, key, limit) => {
    const isBackwards = sort.isDescending === (side === 'after');
    const direction = isBackwards ? 'desc' : 'asc';
    return findSorted(db, filter, { by: sort.by, direction, place: readUserPlace(key), limit });
  };
  return mapLines(await readRows(asked, keyOf, read, await count(admin, asked, filter)), toLine);
}

/**
 * The total of all users is counted in the background. A filter counts up to a thousand users, except the one by
 * activity. If more than a thousand users share a provider, a tenant or an attack, they are not counted, and the page
 * says that there are more.
 */
async function count(admin: Pick<AdminContext, 'db' | 'now' | 'log'>, asked: UserPageQuery, filter: UserFilter) {
  if (Object.keys(filter).length === 0) return { total: await userTotal(admin) };
  if (filter.identities !== undefined || filter.factorFailures !== undefined || filter.words !== undefined) {
    return { total: Object.keys(filter).length === 1 ? countedRows : 0, isCut: true };
  }
  const active = await countActiveUsers(admin, asked);
  return active === null ? toCount(await countSome(admin.db, filter, countedRows + 1)) : { total: active };
}

function writePlace({ at, usernameKey }: UserPlace): string {
  return `${at?.getTime() ?? ''}.${usernameKey}`;
}

/** @returns null for a text that writePlace() did not write */
function readUserPlace(text: string | null): UserPlace | null {
  const [, time, usernameKey] = /^(\d{0,15})\.([0-9a-f]*)$/.exec(text ?? '') ?? [];
  if (time === undefined || usernameKey === undefined) return null;
  return { at: time === '' ? null : new Date(Number(time)), usernameKey };
}
