import { z } from 'zod';
import { hourOf } from '#lib/usage/tally-events';
import type { AdminRole } from '#lib/users/user';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import type { AdminContext } from '../admin-context';
import { readPeriod } from '../period';
import { type Query, textOf, wordOf } from '../query';
import { countUsersOf, type UserFilter, type UserRow } from './account-store';
import { matchingUsers } from './matching-users';
import { readRole } from './read-role';
import { findSorted } from './user-page-store';

export const userPageSize = 25;
/** A search shows the first so many and asks for more letters. */
export const userSearchSize = 50;

export const userStates = ['enabled', 'disabled'] as const;
export const userRoles = ['owner', 'editor', 'auditor'] as const;

/** What an address says about the list. */
export type UserQuery = {
  readonly q: string | null;
  readonly state: (typeof userStates)[number] | null;
  readonly role: AdminRole | null;
  readonly signedIn: 'never' | null;
  /** They got a token since this time, in ISO 8601; to the hour. */
  readonly activeSince: string | null;
};

export type UserLine = {
  readonly sub: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly enabled: boolean;
  readonly role: AdminRole | null;
  readonly tenants: UserTenants;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
};

export type UserPage = {
  readonly lines: readonly UserLine[];
  /** `after` of the next page; null at the end and for a search. */
  readonly next: string | null;
  /** A search found more than it shows. */
  readonly more: boolean;
};

export function readUserQuery(query: Query): UserQuery {
  return {
    q: textOf(query, 'q', 255),
    state: wordOf(query, 'state', userStates, null),
    role: wordOf(query, 'role', userRoles, null),
    signedIn: wordOf(query, 'signed_in', ['never'], null),
    activeSince: readPeriod(query).from,
  };
}

type PageOf = {
  readonly limit?: number;
  /** The place after which the page begins; of no use together with a search. */
  readonly after?: string | null;
};

/** A page of the people by username, or those a search finds by the beginnings of words. */
export async function listUserLines(
  { db }: Pick<AdminContext, 'db'>,
  asked: UserQuery,
  { limit = userPageSize, after = null }: PageOf = {},
): Promise<UserPage> {
  const { q } = asked;
  const filter = toFilter(asked);
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

/** How many people were active; null where the address does not ask for that. */
export async function countActiveUsers({ db }: Pick<AdminContext, 'db'>, asked: UserQuery): Promise<number | null> {
  return asked.activeSince === null || asked.q !== null ? null : countUsersOf(db, toFilter(asked));
}

export function toFilter({ state, role, signedIn, activeSince }: UserQuery): UserFilter {
  return {
    ...(state !== null && { enabled: state === 'enabled' }),
    ...(role !== null && { admin: role }),
    ...(signedIn !== null && { lastSignInAt: null }),
    ...(activeSince !== null && { active: { hour: { gte: hourOf(new Date(activeSince)) } } }),
  };
}

const storedTenants = z.union([z.literal(['all', 'none']), z.array(z.string())]);
const storedClaims = z.record(z.string(), z.unknown());

export function toLine({ usernameKey: _, claims, admin, tenants, ...row }: UserRow): UserLine {
  const known = storedJsonOr(storedClaims, claims, {});
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    ...row,
    role: readRole(admin),
    tenants: storedJsonOr(storedTenants, tenants, 'none'),
    name: text(known.name),
    email: text(known.email),
  };
}
