import { findPasswordProblem } from '#lib/users/password-policy';
import type { UserEntry } from './user-schema';

/** Names the users whose password in the file a person could not choose: an operator may, and is told. */
export function passwordWarnings(users: readonly UserEntry[]): string[] {
  return users
    .filter(({ username, password }) => password !== undefined && findPasswordProblem(password, username) !== null)
    .map(({ username }) => `the password of user ${username} is weaker than the password policy allows`);
}
