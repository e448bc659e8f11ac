import { z } from 'zod';
import { readAdminRole } from '#lib/users/read-user';
import type { AdminRole } from '#lib/users/user';
import { readableDomains } from '#lib/vocabulary/domain';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import type { AdminContext } from '../admin-context';
import { countUsersOf, type UserRow } from './account-store';
import { matchingUsers } from './matching-users';
import { toUserFilter } from './user-filter';
import { findSorted } from './user-page-store';
import type { UserQuery } from './user-query';

export const userPageSize = 25;
/** A search shows this many users at most, and then asks for more letters. */
const userSearchSize = 50;

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
