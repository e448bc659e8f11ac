import { z } from 'zod';
import type { Database } from '#lib/db/database';
import { listGroups } from '#lib/groups/group-store';
import { hourOf } from '#lib/usage/tally-events';
import { readAdminRole } from '#lib/users/read-user';
import type { AdminRole } from '#lib/users/user';
import { tenantWord } from '#lib/users/user-word-store';
import { readableDomains } from '#lib/vocabulary/domain';
import { groupKey } from '#lib/vocabulary/group-name';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { findOfGroup } from '../groups/member-store';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { type ListPlace, type ListSort, readPlace, readSort } from '../list/list-query';
import { countedRows, type ReadSide, readRows, toCount } from '../list/read-rows';
import { readPeriod } from '../local-time';
import { userTotal } from '../overview/user-total';
import { type Query, textOf, wordOf } from '../query';
import {
  countSome,
  countUsersOf,
  findAttacked,
  findAttackedAmong,
  findByWords,
  findLinked,
  findOfTenant,
  findSorted,
  placeOf,
  type UserFilter,
  type UserOrder,
  type UserPlace,
  type UserRow,
} from './list-store';
import type { UserFacts } from './read';

export const userStates = ['enabled', 'disabled'] as const;
export const userRoles = ['owner', 'editor', 'auditor'] as const;

/** The filters in the address of the list. */
export type UserQuery = {
  readonly q: string | null;
  readonly state: (typeof userStates)[number] | null;
  readonly role: AdminRole | null;
  readonly signedIn: 'never' | null;
  /** They got a token since this time, in ISO 8601, to the hour. */
  readonly activeSince: string | null;
  /** Their password or another factor was under attack in the last 24 hours. */
  readonly attack: 'now' | null;
  /** The identity provider where they have an identity. */
  readonly provider: string | null;
  /** The tenant that they belong to. */
  readonly tenant: string | null;
  /** The group that they are in. */
  readonly group: string | null;
};

/** All users. */
export const allUsers: UserQuery = {
  q: null,
  state: null,
  role: null,
  signedIn: null,
  activeSince: null,
  attack: null,
  provider: null,
  tenant: null,
  group: null,
};

/** The filters in an address, read strictly: an invalid value counts as absent. */
export function readUserQuery(query: Query): UserQuery {
  return {
    q: textOf(query, 'q', 255),
    state: wordOf(query, 'state', userStates, null),
    role: wordOf(query, 'role', userRoles, null),
    signedIn: wordOf(query, 'signed_in', ['never'], null),
    activeSince: readPeriod(query).from,
    attack: wordOf(query, 'attack', ['now'], null),
    provider: textOf(query, 'provider'),
    tenant: textOf(query, 'tenant'),
    group: textOf(query, 'group', 400),
  };
}

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
  if (
    filter.identities !== undefined ||
    filter.factorFailures !== undefined ||
    filter.words !== undefined ||
    filter.memberships !== undefined
  ) {
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

export const userPageSize = 25;
/** A search shows this many users at most, and then asks for more letters. */
const userSearchSize = 50;

export type UserLine = Pick<
  UserFacts,
  'sub' | 'username' | 'enabled' | 'role' | 'tenants' | 'createdAt' | 'lastSignInAt'
> & { readonly name: string | null; readonly email: string | null };

type UserPage = {
  readonly lines: readonly UserLine[];
  /** The value of `after` for the next page. Null at the end, and for a search. */
  readonly next: string | null;
  /** The search found more than it shows. */
  readonly more: boolean;
};

type PageOf = {
  readonly limit?: number;
  /** The page begins after this place. It cannot be combined with a search. */
  readonly after?: string | null;
};

/** A page of the users by username, or the results of a search by the start of words. */
export async function listUserLines(
  admin: Pick<AdminContext, 'db' | 'now'>,
  asked: UserQuery,
  { limit = userPageSize, after = null }: PageOf = {},
): Promise<UserPage> {
  const { db } = admin;
  const { q } = asked;
  const filter = await toUserFilter(admin, asked);
  if (q !== null) {
    const sort = { by: 'username', isDescending: false } as const;
    const { rows, isCut } = await matchingUsers(db, { q, filter, sort, limit: userSearchSize });
    return { lines: rows.map(toLine), next: null, more: isCut };
  }
  const place = after === null ? null : { at: null, usernameKey: after };
  const rows = await findSorted(db, filter, { by: 'username', direction: 'asc', place, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.usernameKey ?? null) : null;
  return { lines: shown.map(toLine), next, more: false };
}

/** The number of active users. Null if the address does not filter by activity. */
export async function countActiveUsers(
  admin: Pick<AdminContext, 'db' | 'now'>,
  asked: UserQuery,
): Promise<number | null> {
  if (asked.activeSince === null || asked.q !== null) return null;
  return countUsersOf(admin.db, await toUserFilter(admin, asked));
}

const storedTenants = z.union([z.literal(['all', 'none']), z.array(z.string())]);
const storedClaims = z.record(z.string(), z.unknown());

export function toLine({ usernameKey: _, claims, admin, tenants, ...row }: UserRow): UserLine {
  const known = storedJsonOr(storedClaims, claims, {});
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const email = text(known.email);
  return {
    ...row,
    role: readAdminRole(admin),
    tenants: storedJsonOr(storedTenants, tenants, 'none'),
    name: text(known.name),
    email: email === null ? null : readableDomains(email),
  };
}

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

/** An account counts as under attack for 24 hours. This is the start of that period. */
function attackStart(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/**
 * Up to this many users are looked up by their subs in one statement, because Prisma takes at most 999 values. If there
 * are more, the statement reads the list in its order, and a page is full quickly.
 */
const fewUsers = 500;

/** The filters of an address, as a condition for statements. */
export async function toUserFilter(admin: Pick<AdminContext, 'db' | 'now'>, asked: UserQuery): Promise<UserFilter> {
  const { state, role, signedIn, activeSince } = asked;
  const related = await findRelated(admin, asked);
  const few = related.flatMap(({ subs }) => (subs.length <= fewUsers ? [subs] : []));
  const many = related.flatMap(({ subs, every }) => (subs.length <= fewUsers ? [] : [every]));
  return {
    ...(state !== null && { enabled: state === 'enabled' }),
    ...(role !== null && { admin: role }),
    ...(signedIn !== null && { lastSignInAt: null }),
    ...(activeSince !== null && { active: { hour: { gte: hourOf(new Date(activeSince)) } } }),
    ...(few.length > 0 && { sub: { in: inAll(few) } }),
    ...Object.assign({}, ...many),
  };
}

/** A filter that depends on another table. */
type Related = {
  /** The matching users. One more than `fewUsers` means that there may be more. */
  readonly subs: readonly string[];
  /** The condition that all matching users meet. */
  readonly every: UserFilter;
};

async function findRelated({ db, now }: Pick<AdminContext, 'db' | 'now'>, asked: UserQuery): Promise<Related[]> {
  const found: Related[] = [];
  if (asked.attack !== null) {
    const since = attackStart(now);
    const every = { factorFailures: { some: { attackedAt: { gte: since } } } };
    found.push({ subs: await findAttacked(db, since, fewUsers + 1), every });
  }
  if (asked.provider !== null) {
    const { provider } = asked;
    found.push({ subs: await findLinked(db, provider, fewUsers + 1), every: { identities: { some: { provider } } } });
  }
  if (asked.tenant !== null) {
    const every = { words: { some: { word: tenantWord(asked.tenant) } } };
    found.push({ subs: await findOfTenant(db, asked.tenant, fewUsers + 1), every });
  }
  if (asked.group !== null) {
    const [group] = await listGroups(db, [groupKey(asked.group)]);
    const groupId = group?.id ?? '';
    const every = { memberships: { some: { groupId, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } } };
    found.push({ subs: await findOfGroup(db, groupId, now, fewUsers + 1), every });
  }
  return found;
}

function inAll(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return [...new Set(first)].filter((one) => others.every((list) => list.includes(one)));
}
