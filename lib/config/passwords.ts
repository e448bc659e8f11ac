import { verifyPassword } from '#lib/users/password-hash';
import type { User } from '#lib/users/user';
import type { UserEntry } from './user-schema';

/**
 * The hash of each password in a file, by canonical username. `kept` is true if the password matches the stored hash.
 */
export type Passwords = ReadonlyMap<string, { readonly hash: string; readonly kept: boolean }>;

type Comparing = {
  /** Makes a new hash; a plan passes a stand-in. */
  readonly hash: (password: string) => Promise<string>;
  /** The results of an earlier comparison. If the stored hash has changed, the password is compared again. */
  readonly known?: Passwords;
};

/**
 * Compares each password of a file with the stored hash, and creates a hash for each that does not match. It processes
 * one at a time, to leave room in the password queue for people who sign in.
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
