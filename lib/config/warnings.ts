import type { Tenant } from '#lib/tenants/tenant';
import { contrastRepairs } from '#lib/theme/contrast-repairs';
import { findPasswordProblem } from '#lib/users/password-policy';
import type { UserEntry } from './user-schema';

/** Names the users whose password in the file a person could not choose: an operator may, and is told. */
export function passwordWarnings(users: readonly UserEntry[]): string[] {
  return users
    .filter(({ username, password }) => password !== undefined && findPasswordProblem(password, username) !== null)
    .map(({ username }) => `the password of user ${username} is weaker than the password policy allows`);
}

/** Names the colours of tenants that nobody could see or read as they are, and what is shown in their place. */
export function contrastWarnings(tenants: readonly Tenant[]): string[] {
  return tenants.flatMap(({ name, theme }) =>
    contrastRepairs(theme).map(({ look, key, use, ratio, needed, instead }) => {
      const place = use === 'button' ? 'for a button' : 'for text';
      return `theme.${key} of tenant ${name} has a contrast of ${ratio}:1 on ${look} pages, ${needed}:1 is needed ${place}; ${instead} is shown`;
    }),
  );
}
