import type { Database, Transaction } from '#lib/db/database';
import { inRounds } from '#lib/db/drain';
import { batchesOf } from '#lib/vocabulary/batches';
import { readPerson, readUser } from './read-user';
import type { User } from './user';
import { userColumns } from './user-store';

/** All people, or those with one of these canonical usernames or subs. */
export type UserSelection = 'all' | { readonly names: readonly string[]; readonly subs: readonly string[] };

/** Lists users. All of them are returned in the order of their canonical usernames. */
export async function listUsers(db: Database | Transaction, selection: UserSelection = 'all'): Promise<User[]> {
  if (selection === 'all') return listAllUsers(db);
  const found = new Map<string, User>();
  for (const names of batchesOf(selection.names)) {
    const rows = await db.user.findMany({ where: { canonicalUsername: { in: names } }, select: userColumns });
    for (const row of rows) found.set(row.sub, readUser(row));
  }
  for (const subs of batchesOf(selection.subs)) {
    const rows = await db.user.findMany({ where: { sub: { in: subs } }, select: userColumns });
    for (const row of rows) found.set(row.sub, readUser(row));
  }
  return [...found.values()];
}

async function listAllUsers(db: Database | Transaction): Promise<User[]> {
  const users: User[] = [];
  const read = (after: string, take: number) =>
    db.user.findMany({
      where: { canonicalUsername: { gt: after } },
      orderBy: { canonicalUsername: 'asc' },
      take,
      select: userColumns,
    });
  for await (const row of inRounds(read, (one) => one.canonicalUsername)) users.push(readUser(row));
  return users;
}

type Members = {
  /** The IDs of groups. */
  readonly groupIds: readonly string[];
  /** The canonical username of the last one of the page before. Empty at first. */
  readonly after: string;
  readonly limit: number;
};

/** Enabled people with a verified address who are in one of some groups, by username. */
export async function listMembersByName(db: Database, { groupIds, after, limit }: Members, now: Date): Promise<User[]> {
  const isLive = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const memberships = { some: { groupId: { in: [...groupIds] }, ...isLive } };
  const where = { enabled: true, emailVerified: true, canonicalUsername: { gt: after }, memberships };
  const rows = await db.user.findMany({
    where,
    orderBy: { canonicalUsername: 'asc' },
    take: limit,
    select: userColumns,
  });
  return rows.map(readUser);
}

/** An account in a list. `name` is the claim, and null without one. */
export type WalkedUser = {
  readonly sub: string;
  readonly username: string;
  readonly name: string | null;
  readonly isReadable: boolean;
};

/** Iterates over all accounts, as they are stored. */
export async function* walkUsers(db: Database): AsyncGenerator<WalkedUser> {
  const select = { sub: true, username: true, enabled: true, tenants: true, claims: true } as const;
  const read = (after: string, take: number) =>
    db.user.findMany({ where: { sub: { gt: after } }, orderBy: { sub: 'asc' }, take, select });
  for await (const row of inRounds(read, (one) => one.sub)) {
    const { claims, unreadable } = readPerson(row);
    const name = typeof claims.name === 'string' ? claims.name : null;
    yield { sub: row.sub, username: row.username, name, isReadable: unreadable !== true };
  }
}

/** Accounts between two subs. */
type UserSlice = { readonly gt: string; readonly lte?: string };

/** The number of accounts that a statement reads. The driver of SQLite lets requests in only between statements. */
export const sliceSize = 500;

/** All accounts in slices, for what has to look at each of them. */
export async function* userSlices(db: Database): AsyncGenerator<UserSlice> {
  for (let gt = ''; ; ) {
    const [last] = await db.user.findMany({
      where: { sub: { gt } },
      orderBy: { sub: 'asc' },
      skip: sliceSize - 1,
      take: 1,
      select: { sub: true },
    });
    if (last === undefined) {
      yield { gt };
      return;
    }
    yield { gt, lte: last.sub };
    gt = last.sub;
  }
}

/** An account that a person created without verifying its address. */
type UnprovedAccount = { readonly sub: string; readonly username: string };

const origin = 'sign_up';

/** Accounts of this kind without a role and without a sign-in since a time, among those of a slice. */
export async function listUnprovedAccounts(db: Database, before: Date, slice: UserSlice): Promise<UnprovedAccount[]> {
  const where = { sub: slice, AND: [unproved(before)] };
  return db.user.findMany({ where, select: { sub: true, username: true } });
}

/**
 * Locks such an account until the transaction ends, if it still qualifies.
 * @returns false if the person signed in or verified an address in the meantime
 */
export async function lockUnprovedAccount(tx: Transaction, sub: string, before: Date): Promise<boolean> {
  const { count } = await tx.user.updateMany({ where: { sub, ...unproved(before) }, data: { origin } });
  return count === 1;
}

function unproved(before: Date) {
  return {
    origin,
    emailVerified: false,
    // Written like this, SQLite does not use the index on roles, which most accounts do not have.
    NOT: { admin: { not: null } },
    OR: [{ lastSignInAt: { lt: before } }, { lastSignInAt: null, createdAt: { lt: before } }],
  };
}
