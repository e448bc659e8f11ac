import { z } from 'zod';
import type { AdminRole } from '#lib/users/user';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { AdminContext } from '../admin-context';
import { type Query, textOf, wordOf } from '../query';
import { findByBeginning, findPage, type UserFilter, type UserRow } from './account-store';
import { readRole } from './read-role';

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
  /** The place after which the page begins; of no use together with a search. */
  readonly after: string | null;
};

export type UserLine = {
  readonly sub: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly enabled: boolean;
  readonly role: AdminRole | null;
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
    after: textOf(query, 'after', 800),
  };
}

/** A page of the people by username, or those a search finds by the beginning of username, name or email address. */
export async function listUserLines(
  { db }: Pick<AdminContext, 'db'>,
  asked: UserQuery,
  limit = userPageSize,
): Promise<UserPage> {
  const filter = toFilter(asked);
  if (asked.q !== null) {
    const rows = await findByBeginning(db, filter, { text: asked.q, limit: userSearchSize + 1 });
    const sorted = rows.sort((one, other) => (one.usernameKey < other.usernameKey ? -1 : 1));
    return { lines: sorted.slice(0, userSearchSize).map(toLine), next: null, more: rows.length > userSearchSize };
  }
  const rows = await findPage(db, filter, { after: asked.after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.usernameKey ?? null) : null;
  return { lines: shown.map(toLine), next, more: false };
}

function toFilter({ state, role, signedIn }: UserQuery): UserFilter {
  return {
    ...(state !== null && { enabled: state === 'enabled' }),
    ...(role !== null && { admin: role }),
    ...(signedIn !== null && { lastSignInAt: null }),
  };
}

const storedClaims = z.record(z.string(), z.unknown());

function toLine({ usernameKey: _, claims, admin, ...row }: UserRow): UserLine {
  const known = storedJsonOr(storedClaims, claims, {});
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { ...row, role: readRole(admin), name: text(known.name), email: text(known.email) };
}
