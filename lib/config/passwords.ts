import { verifyPassword } from '#lib/users/password-hash';
import type { User } from '#lib/users/user';
import type { UserEntry } from './user-schema';

/** By canonical name: the hash for a file's password, and whether it is the stored one that the password fits. */
export type Passwords = ReadonlyMap<string, { readonly hash: string; readonly kept: boolean }>;

/**
 * Holds each password of a file against the stored hash and makes a hash for those that do not fit. One after the
 * other, so that people who sign in meanwhile find room in the password queue.
 * @param hash makes a new hash; a plan passes a stand-in
 */
export async function comparePasswords(
  entries: readonly UserEntry[],
  users: readonly User[],
  hash: (password: string) => Promise<string>,
): Promise<Passwords> {
  const stored = new Map(users.map((user) => [user.canonicalUsername, user.passwordHash]));
  const passwords = new Map<string, { hash: string; kept: boolean }>();
  for (const { canonicalUsername, password } of entries) {
    if (password === undefined) continue;
    const current = stored.get(canonicalUsername) ?? null;
    const kept = current !== null && (await verifyPassword(current, password));
    passwords.set(canonicalUsername, kept ? { hash: current, kept } : { hash: await hash(password), kept });
  }
  return passwords;
}

/** True when a password was found to fit a hash that is not the stored one any more: compare again. */
export function isOutdated(passwords: Passwords, users: readonly User[]): boolean {
  const stored = new Map(users.map((user) => [user.canonicalUsername, user.passwordHash]));
  return [...passwords].some(([name, { hash, kept }]) => kept && stored.get(name) !== hash);
}
