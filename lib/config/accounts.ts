import { isDeepStrictEqual } from 'node:util';
import type { Database, Transaction } from '#lib/db/database';
import type { UserSelection } from '#lib/users/user-store';
import { comparePasswords, type Passwords } from './passwords';
import { type ConfiguredUser, listConfiguredUsers } from './second-factors';
import type { UserEntry } from './user-schema';

/** The accounts that a file is compared with. */
export type Accounts = {
  readonly list: (selection: UserSelection) => Promise<readonly ConfiguredUser[]>;
  /** Holds the passwords of a file against the stored hashes. */
  readonly passwordsOf: (entries: readonly UserEntry[], users: Iterable<ConfiguredUser>) => Promise<Passwords>;
  /** Whether the accounts that were read are still the same. Accounts change without a revision. */
  readonly areCurrent: (tx: Transaction) => Promise<boolean>;
};

/**
 * Reads accounts for one attempt after the other. A password that one attempt hashed is not hashed again.
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
      areCurrent: async (tx) => {
        for (const { selection, users } of read) {
          if (!isDeepStrictEqual(await listConfiguredUsers(tx, selection), users)) return false;
        }
        return true;
      },
    };
  };
}
