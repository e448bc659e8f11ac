import { verifyPassword } from '#lib/users/password-hash';
import type { User } from '#lib/users/user';
import type { UserEntry } from './user-schema';

/** By canonical name: the hash for a file's password, and whether it is the stored one that the password fits. */
export type Passwords = ReadonlyMap<string, { readonly hash: string; readonly kept: boolean }>;

type Comparing = {
  /** Makes a new hash; a plan passes a stand-in. */
  readonly hash: (password: string) => Promise<string>;
  /** What was found out before: those whose stored hash is another one now are compared again. */
  readonly known?: Passwords;
};

/**
 * Holds each password of a file against the stored hash and makes a hash for those that do not fit. One after the
 * other, so that people who sign in meanwhile find room in the password queue.
 */
export async function comparePasswords(
  entries: readonly UserEntry[],
  users: readonly Pick<User, 'canonicalUsername' | 'passwordHash'>[],
  { hash, known = new Map() }: Comparing,
): Promise<Passwords> {
  const stored = new Map<string, string | null>(users.map((user) => [user.canonicalUsername, user.passwordHash]));
  const passwords = new Map<string, { hash: string; kept: boolean }>();
  for (const { canonicalUsername, password } of entries) {
    if (password === undefined) continue;
    const current = stored.get(canonicalUsername) ?? null;
    const before = known.get(canonicalUsername);
    if (before !== undefined && (!before.kept || before.hash === current)) {
      passwords.set(canonicalUsername, before);
      continue;
    }
    const kept = current !== null && (await verifyPassword(current, password));
    passwords.set(canonicalUsername, kept ? { hash: current, kept } : { hash: await hash(password), kept });
  }
  return passwords;
}
