import { createId } from '#lib/crypto/random';
import { insertRows } from '#lib/db/bulk';
import { signOutUser } from '#lib/sessions/sign-out';
import { updateAccount } from '#lib/sessions/update-account';
import { findPasswordProblem } from '#lib/users/password-policy';
import type { User } from '#lib/users/user';
import { deleteUser, newUserRow } from '#lib/users/user-store';
import { namedTenants } from '#lib/vocabulary/user-tenants';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { countOfPerson } from '../impact/impact-store';
import { counted } from '../impact/mark';
import type { Passwords } from '../passwords';
import { defineSection } from '../section';
import { type UserEntry, userFields, userSchema } from '../user-schema';

export const users = defineSection({
  name: 'users',
  noun: 'user',
  target: 'user',
  fields: userFields,
  schema: userSchema,
  defaults: { admin: false, password_counts_for: 'owner', origin: 'administrator' },
  unique: { username: ({ canonicalUsername }) => canonicalUsername, sub: ({ sub }) => sub },
  idOf: ({ canonicalUsername }: User): string => canonicalUsername,
  labelOf: ({ username }) => username,
  nameKey: 'display_name',
  // The sub is never given again.
  targetId: ({ sub }) => sub,
  wire: wireUser,
  toStored: (entries, stored, { passwords }) =>
    entries.map((entry) => toUser(entry, stored.get(entry.canonicalUsername), passwords)),
  references: ({ tenants }) =>
    namedTenants(tenants).map((name, index) => ({ path: ['tenants', index], to: 'tenants', name })),
  isWeak: true,
  /** The change of an account ends what it may not do any more, so that accounts are changed one by one. */
  write: {
    create: (dialect, entries, { now }) =>
      insertRows(
        dialect,
        'User',
        entries.map((user) => newUserRow(user, now)),
      ),
    update: (_, entries, circumstances) => async (tx) => {
      for (const { former, record } of entries) await updateAccount(tx, former, record, circumstances);
    },
    remove:
      (_, entries, { now }) =>
      async (tx) => {
        for (const { sub } of entries) {
          await signOutUser(tx, { sub, now });
          await deleteUser(tx, sub);
        }
      },
  },
  // An operator may choose a password that a person could not, and is told.
  warnings: (entries, { passwordMinLength }) =>
    entries
      .filter(({ username, password }) => {
        return password !== undefined && findPasswordProblem(password, username, passwordMinLength) !== null;
      })
      .map(({ username }) => `the password of user ${username} is weaker than the password policy allows`),
  endMarks: async ({ before }, { db, now }) => {
    if (typeof before?.sub !== 'string') return [];
    const { grants, sessions } = await countOfPerson(db, before.sub, now);
    return [...counted('grants_end', grants), ...counted('sessions_end', sessions)];
  },
});

function wireUser(user: User): Wire {
  const { password: _, ...fields } = userFields;
  // Without a password there is nothing that could count for less.
  const countsFor = user.passwordHash === null ? 'owner' : (user.passwordCarries ?? 'none');
  return wireEntry(fields, user, { admin: user.admin ?? false, password_counts_for: countsFor });
}

/**
 * The user that an entry describes. An absent password, sub or origin is the stored one's. A password that the file
 * brings counts for every role unless the file says otherwise: whoever writes the file decides over the installation.
 */
function toUser(entry: UserEntry, stored: User | undefined, passwords: Passwords): User {
  const { password: _, passwordHash: given, passwordCountsFor, sub, origin, ...rest } = entry;
  const fromFile = given === undefined ? passwords.get(entry.canonicalUsername)?.hash : given;
  const kept = stored?.passwordHash ?? null;
  const passwordHash = fromFile === undefined ? kept : fromFile;
  // A password that is removed may have connected a provider's identity: updateAccount() has to know later what it was.
  const isFormer = passwordHash === kept || passwordHash === null;
  const usual = stored !== undefined && isFormer ? stored.passwordCarries : 'owner';
  return {
    ...rest,
    sub: sub ?? stored?.sub ?? createId(),
    origin: origin ?? stored?.origin ?? 'administrator',
    passwordHash,
    passwordCarries: passwordCountsFor === undefined ? usual : passwordCountsFor,
  };
}
