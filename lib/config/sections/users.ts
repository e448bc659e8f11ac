import type { MasterSecret } from '#lib/crypto/master-secret';
import { createId } from '#lib/crypto/random';
import { inOrder, insertRows } from '#lib/db/bulk';
import { assignmentRows } from '#lib/groups/assignment-store';
import { summarize } from '#lib/groups/summary';
import { deleteUsers } from '#lib/sessions/delete-user';
import { updateAccount } from '#lib/sessions/update-account';
import { findPasswordProblem } from '#lib/users/password-policy';
import { newUserRow } from '#lib/users/user-store';
import { userWords } from '#lib/users/user-word-store';
import { proven } from '#lib/vocabulary/account-proof';
import { groupKey } from '#lib/vocabulary/group-name';
import { namedTenants } from '#lib/vocabulary/user-tenants';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { countOfPerson } from '../impact/impact-store';
import { counted } from '../impact/mark';
import type { Passwords } from '../passwords';
import { type ConfiguredUser, listConfiguredUsers, openTotp, sealTotp, writeTotp } from '../second-factors';
import { defineSection } from '../section';
import { assignmentsAfter, changeAssignments, wireAssignments } from '../user-assignments';
import { changeMemberships, insertMemberships, membershipsAfter, wireMemberships } from '../user-groups';
import { type UserEntry, userFields, userSchema } from '../user-schema';

export const users = defineSection({
  name: 'users',
  noun: 'user',
  target: 'user',
  fields: userFields,
  schema: userSchema,
  defaults: {
    admin: false,
    password_counts_for: 'owner',
    second_factors: [],
    origin: 'administrator',
    groups: [],
    assignments: [],
  },
  unique: { username: ({ canonicalUsername }) => canonicalUsername, sub: ({ sub }) => sub },
  idOf: ({ canonicalUsername }): string => canonicalUsername,
  list: (db, ids, accounts) => {
    const selection = ids === null ? 'all' : { names: ids, subs: [] };
    return accounts?.list(selection) ?? listConfiguredUsers(db, selection);
  },
  fewEntries: Number.POSITIVE_INFINITY,
  labelOf: ({ username }) => username,
  nameKey: 'display_name',
  // A sub is never reused.
  targetId: ({ sub }) => sub,
  wire: wireUser,
  exported: exportedUser,
  toStored: async (entries, stored, { accounts, secret, now, findGroups, findClients, findApis }) => {
    const passwords = await accounts.passwordsOf(entries, stored.values());
    const groups = await findGroups(
      entries.flatMap((entry) => namedGroups(entry, stored.get(entry.canonicalUsername))),
    );
    const clients = await findClients(
      entries.flatMap((entry) => namedClients(entry, stored.get(entry.canonicalUsername))),
    );
    const apis = await findApis(entries.flatMap((entry) => namedApis(entry, stored.get(entry.canonicalUsername))));
    const how = { passwords, secret, groups, clients, apis, now };
    return entries.map((entry) => toUser(entry, stored.get(entry.canonicalUsername), how));
  },
  references: ({ tenants }) =>
    namedTenants(tenants).map((name, index) => ({ path: ['tenants', index], to: 'tenants', name })),
  isWeak: true,
  /**
   * Changes accounts one by one, because each change ends the sessions and grants that the account may no longer have.
   */
  write: {
    create: (dialect, entries, { now }) =>
      inOrder(
        insertRows(
          dialect,
          'User',
          entries.map((user) => newUserRow(user, now)),
        ),
        insertRows(dialect, 'UserWord', entries.flatMap(userWords)),
        insertMemberships(
          dialect,
          entries.flatMap(({ memberships = [] }) => memberships),
        ),
        insertRows(dialect, 'Assignment', assignmentRows(entries.flatMap(({ assignments = [] }) => assignments))),
        async (tx) => {
          for (const user of entries) await writeTotp(tx, byOperator(user), {}, user, now);
        },
      ),
    update: (_, entries, circumstances) => async (tx) => {
      for (const { former, record } of entries) {
        const proof = byOperator(former);
        await updateAccount(tx, proof, { before: former, after: record }, circumstances);
        await writeTotp(tx, proof, former, record, circumstances.now);
        await changeMemberships(tx, former.memberships ?? [], record.memberships ?? []);
        await changeAssignments(tx, former.assignments ?? [], record.assignments ?? []);
      }
    },
    remove:
      (dialect, entries, { now }) =>
      (tx) =>
        deleteUsers(
          tx,
          entries.map(({ sub }) => sub),
          { dialect, now },
        ),
  },
  // An operator may set a password that a person could not choose, and gets a warning.
  warnings: (entries, { passwordMinLength }) =>
    entries
      .filter(({ username, password }) => {
        return password !== undefined && findPasswordProblem(password, username, passwordMinLength) !== null;
      })
      .map(({ username }) => `the password of user ${username} does not meet the password policy`),
  endMarks: async ({ before }, { db, now }) => {
    if (typeof before?.sub !== 'string') return [];
    const { grants, sessions } = await countOfPerson(db, before.sub, now);
    return [...counted('grants_end', grants), ...counted('sessions_end', sessions)];
  },
});

/**
 * Whoever writes a section may change every account: an operator with a file, or an owner, whose import of users asks for
 * the strict proof (see checkAuthority()).
 */
function byOperator({ sub }: Pick<ConfiguredUser, 'sub'>) {
  return proven('operator', sub);
}

function wireUser(user: ConfiguredUser): Wire {
  const { password: _, second_factors: __, groups: ___, assignments: ____, ...others } = userFields;
  const { totpSealed, totpKey, memberships, assignments } = user;
  // The value has no effect without a password.
  const countsFor = user.passwordHash === null ? 'owner' : (user.passwordCarries ?? 'none');
  const given = { admin: user.admin ?? false, password_counts_for: countsFor };
  // Second factors and memberships that were not read are left out.
  const read = {
    ...(totpSealed !== undefined && {
      second_factors: totpSealed === null ? [] : [{ type: 'totp', secret: totpKey ?? { sealed: totpSealed } }],
    }),
    ...(memberships !== undefined && { groups: wireMemberships(memberships) }),
    ...(assignments !== undefined && { assignments: wireAssignments(assignments) }),
  };
  const fields = Object.keys(userFields).filter((key) => key in others || key in read);
  return wireEntry(Object.fromEntries(fields.map((key) => [key, null])), user, { ...given, ...read });
}

/** The groups that the memberships of an account depend on, by groupKey(). */
function namedGroups({ groups }: UserEntry, stored: ConfiguredUser | undefined): readonly string[] {
  if (groups === undefined) return [];
  return [...groups.map(({ key }) => key), ...(stored?.memberships ?? []).map(({ group }) => groupKey(group))];
}

/** The clients that the assignments of an account depend on. */
function namedClients({ assignments }: UserEntry, stored: ConfiguredUser | undefined): readonly string[] {
  if (assignments === undefined) return [];
  return [...assignments, ...(stored?.assignments ?? [])].flatMap(({ client }) => client ?? []);
}

/** The APIs that they depend on. */
function namedApis({ assignments }: UserEntry, stored: ConfiguredUser | undefined): readonly string[] {
  if (assignments === undefined) return [];
  return [...assignments, ...(stored?.assignments ?? [])].flatMap(({ api }) => api ?? []);
}

/**
 * The user that an entry describes. A missing password, list of second factors, sub or origin keeps the stored value. A
 * password from the file counts for every role unless the file says otherwise, because the author of the file controls
 * the installation.
 */
function toUser(
  entry: UserEntry,
  stored: ConfiguredUser | undefined,
  { passwords, secret, ...circumstances }: ToUser,
): ConfiguredUser {
  const { password: _, passwordHash: given, passwordCountsFor, secondFactors, sub: wanted, origin, ...others } = entry;
  const { groups: listed, assignments: listedAssignments, ...rest } = others;
  const sub = wanted ?? stored?.sub ?? createId();
  const keptTotp = stored?.totpSealed ?? null;
  const [factor] = secondFactors ?? [];
  const listedTotp = factor === undefined ? null : sealTotp({ sub, key: factor.secret }, keptTotp, secret);
  const fromFile = given === undefined ? passwords.get(entry.canonicalUsername)?.hash : given;
  const kept = stored?.passwordHash ?? null;
  const passwordHash = fromFile === undefined ? kept : fromFile;
  const memberships = membershipsAfter(sub, { listed, stored: stored?.memberships ?? [] }, circumstances);
  const assigned = { listed: listedAssignments, stored: stored?.assignments ?? [] };
  const assignments = assignmentsAfter(sub, assigned, circumstances);
  // A removed password may have been used to link an identity. updateAccount() still needs to know what it counted for.
  const isFormer = passwordHash === kept || passwordHash === null;
  const usual = stored !== undefined && isFormer ? stored.passwordCarries : 'owner';
  return {
    ...rest,
    sub,
    origin: origin ?? stored?.origin ?? 'administrator',
    passwordHash,
    passwordCarries: passwordCountsFor === undefined ? usual : passwordCountsFor,
    totpSealed: secondFactors === undefined ? keptTotp : listedTotp,
    isTotpListed: listedTotp !== null,
    access: summarize(memberships, assignments),
    memberships,
    assignments,
  };
}

type ToUser = Parameters<typeof membershipsAfter>[2] &
  Parameters<typeof assignmentsAfter>[2] & { readonly passwords: Passwords; readonly secret: MasterSecret };

/**
 * The user with second factors as in a file, or without. A file without them leaves those of the account as they are.
 */
function exportedUser(user: ConfiguredUser, secret: MasterSecret | null): ConfiguredUser {
  const { totpSealed = null, ...others } = user;
  if (secret === null) return others;
  if (totpSealed === null) return user;
  const totpKey = openTotp(user.sub, totpSealed, secret);
  if (totpKey === null)
    throw new Error(`the authenticator app of ${user.username} cannot be decrypted with this secret`);
  return { ...user, totpKey };
}
