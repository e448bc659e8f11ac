import type { Database } from '#lib/db/database';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type WalkedUser, walkUsers } from '#lib/users/user-list-store';
import { hasHiddenCharacter, hasHiddenCharacterInName } from '#lib/vocabulary/hidden-characters';
import { printable } from '../explain/printable';
import type { Finding } from './finding';

/** The maximum number for each kind. The rest is listed once these are fixed. */
const maximumNamed = 20;

const kinds = [
  { rule: 'row_unreadable', isError: true, concerns: ({ isReadable }: WalkedUser) => !isReadable },
  // Names from before such characters were refused (security #83).
  { rule: 'name_hidden_characters', isError: false, concerns: hasHiddenName },
] as const;

/** Reports accounts whose rows cannot be read or whose names contain invisible characters. Reads every account. */
export async function* checkAccounts(db: Database): AsyncGenerator<Finding> {
  const named = new Map<string, number>();
  for await (const user of walkUsers(db)) {
    for (const { rule, isError, concerns } of kinds) {
      const count = named.get(rule) ?? 0;
      if (count === maximumNamed || !concerns(user)) continue;
      named.set(rule, count + 1);
      const [title, advice] = adminTexts.checks.rules[rule];
      const shown = printable(user.name === null ? user.username : `${user.username} (${user.name})`);
      const subject = `${isError ? 'error' : 'warning'}: ${title}`;
      yield { subject, ok: !isError, message: `user ${user.sub}: ${shown}`, advice };
    }
  }
}

function hasHiddenName({ username, name }: WalkedUser): boolean {
  return hasHiddenCharacter(username) || (name !== null && hasHiddenCharacterInName(name));
}
