import type { Database, Transaction } from '#lib/db/database';
import { inRounds } from '#lib/db/in-rounds';
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
