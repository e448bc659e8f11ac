import { isDeepStrictEqual } from 'node:util';
import type { Database, Transaction } from '#lib/db/database';
import type { UserSelection } from '#lib/users/user-list-store';
import { comparePasswords, type Passwords } from './passwords';
import { type ConfiguredUser, listConfiguredUsers } from './second-factors';
import type { UserEntry } from './user-schema';

/** The accounts to compare a file with. */
export type Accounts = {
  readonly list: (selection: UserSelection) => Promise<readonly ConfiguredUser[]>;
  /** Compares the passwords of a file with the stored hashes. */
  readonly passwordsOf: (entries: readonly UserEntry[], users: Iterable<ConfiguredUser>) => Promise<Passwords>;
  /**
   * Whether the accounts are still as they were read. Accounts change without a revision.
   * @param largest reads of more accounts are left out
   */
  readonly areCurrent: (tx: Transaction, largest?: number) => Promise<boolean>;
};

/**
 * Reads accounts for several attempts. A password that one attempt hashed is not hashed again.
 * @param hash makes a new hash; a plan passes a stand-in
 */
export function accountReader(hash: (password: string) => Promise<string>): (db: Database | Transaction) => Accounts {
  let known: Passwords = new Map();
  return (db) => {
    const read: { readonly selection: UserSelection; readonly users: readonly ConfiguredUser[] }[] = [];
    return {
      list: async (selection) => {
        const users = await listConfiguredUsers(db, selection);
        read.push({ selection, users });
        return users;
      },
      passwordsOf: async (entries, users) => {
        known = await comparePasswords(entries, [...users], { hash, known });
        return known;
      },
      areCurrent: async (tx, largest = Number.POSITIVE_INFINITY) => {
        for (const { selection, users } of read) {
          if (users.length > largest) continue;
          if (!isDeepStrictEqual(await listConfiguredUsers(tx, selection), users)) return false;
        }
        return true;
      },
    };
  };
}

/** Whether these accounts are still as they were read, and the others still do not exist. */
export async function arePeopleCurrent(
  tx: Transaction,
  former: ReadonlyMap<string, ConfiguredUser>,
  canonicalUsernames: readonly string[],
): Promise<boolean> {
  const users = await listConfiguredUsers(tx, { names: canonicalUsernames, subs: [] });
  const expected = canonicalUsernames.filter((name) => former.has(name));
  return (
    users.length === expected.length &&
    users.every((user) => isDeepStrictEqual(user, former.get(user.canonicalUsername)))
  );
}
