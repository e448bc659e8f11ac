import { isDeepStrictEqual } from 'node:util';
import { formatPath, problemsOf } from '#lib/config/problem';
import { type UserEntry, userSchema } from '#lib/config/user-schema';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { updateAccount } from '#lib/sessions/update-account';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import { sendInvitation } from '#lib/users/links/send-links';
import { notifyEmailChanged, notifyPerson, unknownOrigin } from '#lib/users/notify-person';
import { findHashProblem, hashPassword } from '#lib/users/password-hash';
import { createPasswordLink } from '#lib/users/password-link';
import { describePasswordProblem } from '#lib/users/password-policy';
import { createReadablePassword } from '#lib/users/readable-password';
import { carriedByLinkOf } from '#lib/users/role-in-force';
import type { User } from '#lib/users/user';
import { createUser } from '#lib/users/user-store';
import { addressNameProblem, mayHaveName } from '#lib/users/username';
import { expectation } from '#lib/vocabulary/expectation';
import { namedTenants, type UserTenants } from '#lib/vocabulary/user-tenants';
import { proveAdministrator } from '../access/strict-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { accountForAudit, changeAccount, circumstancesOf, recordAccountEvent } from './change-account';
import { passwordLinkAddress } from './change-credentials';
import { checkAddress } from './check-address';
import { passwordMailFor, userVersion } from './read';

/**
 * The fields of a profile that an administrator can set, named as in the file. Other fields are not accepted (security
 * #159).
 */
export type Profile = {
  readonly username: string;
  readonly tenants: UserTenants;
  readonly claims: unknown;
};

/**
 * How a new person gets a password: through a link, mailed or not, generated, typed by the administrator, or as a hash
 * imported from another server. Or none, for a person who signs in only with a provider.
 */
export type FirstPassword =
  | { readonly kind: 'link' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'generated' }
  | { readonly kind: 'provider' }
  | { readonly kind: 'typed'; readonly password: string }
  | { readonly kind: 'imported'; readonly passwordHash: string };

/** The values that are shown once after an account was created. */
type Created = {
  readonly sub: string;
  readonly username: string;
  /** The address that an invitation was sent to. */
  readonly invited: string | null;
  readonly link: string | null;
  readonly password: string | null;
};

/**
 * Creates an account without a role and with a new sub.
 * @throws AdminError `invalid` with the fields, `already_exists`, `forbidden` for the address of an owner (see
 * checkAddress())
 */
export async function createAccount(
  admin: AdminContext,
  { profile, first }: { readonly profile: Profile; readonly first: FirstPassword },
): Promise<Created> {
  const entry = readProfile(admin, profile);
  checkName(entry);
  const invited = first.kind === 'invite' ? invitedAddress(admin, entry) : null;
  const password = await choosePassword(first, entry.username, admin);
  const passwordHash = password === null ? importedHash(first) : await hashPassword(password);
  const { db, now, principal, reason = null } = admin;
  const carries = carriedByLinkOf(principal.role);
  const { username, canonicalUsername, tenants, claims } = entry;
  const input = { username, canonicalUsername, passwordHash, enabled: true, admin: null, tenants, claims };
  try {
    const created = await transaction(db, async (tx) => {
      await checkAddress(tx, admin, { before: null, claims });
      const user = await createUser(tx, input, now);
      const made = first.kind === 'link' ? await createPasswordLink(tx, { sub: user.sub, carries, now }) : null;
      const details = { reason, before: null, after: accountForAudit(user), password: first.kind };
      await recordAccountEvent(tx, admin, { type: 'user.created', user, details });
      if (invited !== null)
        await sendInvitation(tx, { person: user, email: invited, carries, origin: unknownOrigin }, admin);
      const link = made && passwordLinkAddress(admin, made.handle);
      return { sub: user.sub, username, invited, link, password: first.kind === 'generated' ? password : null };
    });
    if (invited !== null) wakeJob(mailJob);
    return created;
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(username, error) : error;
  }
}

/**
 * Saves the profile of an account. The role, password, state and sub are not part of it. If the address changes, both
 * addresses get a notice, and the person can undo the change (see notifyEmailChanged()). A new username is told too.
 * @param version the version that the editor saw, see userVersion()
 * @throws AdminError `invalid` with the fields, `already_exists`, `changed_meanwhile`, `reauthenticate`, `forbidden` as
 * createAccount()
 */
export async function saveProfile(
  admin: AdminContext,
  sub: string,
  { profile, version }: { readonly profile: Profile; readonly version: string },
): Promise<void> {
  const entry = readProfile(admin, profile);
  const { username, canonicalUsername, tenants, claims } = entry;
  try {
    await changeAccount(admin, sub, async (tx, user) => {
      if (canonicalUsername !== user.canonicalUsername) checkName(entry);
      if (userVersion(user) !== version) {
        throw new AdminError('changed_meanwhile', 'Someone else changed this user in the meantime. Reload the page.');
      }
      const profile = { ...user, username, canonicalUsername, tenants, claims };
      if (isDeepStrictEqual(profile, user)) return null;
      const proof = proveAdministrator(admin, user);
      await checkAddress(tx, admin, { before: user, claims });
      const after = await updateAccount(tx, proof, { before: user, after: profile }, circumstancesOf(admin));
      await notifyEmailChanged(tx, { before: user, claims: after.claims }, admin);
      if (after.username !== user.username) await tellRenamed(tx, after, admin);
      return { type: 'user.updated', details: { before: accountForAudit(user), after: accountForAudit(after) } };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(username, error) : error;
  }
  wakeJob(mailJob);
}

/** The person signs in with this name from now on. */
async function tellRenamed(tx: Transaction, user: User, { settings, now }: AdminContext): Promise<void> {
  const alarm = { kind: 'username_changed', values: { username: user.username } } as const;
  await notifyPerson(tx, user, alarm, { secret: settings.secret, now });
}

/** The schema of the configuration file, for the keys of a profile. */
function readProfile({ snapshot }: AdminContext, { username, tenants, claims }: Profile): UserEntry {
  const parsed = userSchema.safeParse({ username, tenants, claims }, { error: expectation });
  if (!parsed.success) {
    const fields = problemsOf(parsed.error.issues).map(({ path, ...problem }) => ({
      field: formatPath(path),
      ...problem,
    }));
    throw new AdminError('invalid', 'These values cannot be saved', fields);
  }
  const unknown = namedTenants(parsed.data.tenants).flatMap((name, index) => {
    const message = `there is no tenant ${name}`;
    const problem = { field: `tenants[${index}]`, code: 'unknown_tenant', message, facts: { name } };
    return snapshot.tenants.has(name) ? [] : [problem];
  });
  const [first] = unknown;
  if (first !== undefined) throw new AdminError('invalid', first.message, unknown);
  return parsed.data;
}

/** The username of a person whom nobody gave one: what stands before the `@` of their address. */
export function usernameOf(email: unknown): string {
  return typeof email === 'string' ? email.slice(0, Math.max(0, email.lastIndexOf('@'))) : '';
}

/** @throws AdminError `invalid` without mail, or without an address to send it to */
function invitedAddress(admin: AdminContext, { claims }: UserEntry): string {
  const mail = passwordMailFor({ claims, enabled: true, passwordHash: null }, admin);
  if (mail !== null) return mail.email;
  const message = 'an invitation needs mail and an address';
  throw new AdminError('invalid', message, [{ field: 'email', code: 'invite_impossible', message }]);
}

/** Only the person who proved an address may have it as username. */
function checkName(entry: UserEntry): void {
  if (mayHaveName(entry, entry.claims)) return;
  const { code, message } = addressNameProblem;
  throw new AdminError('invalid', message, [{ field: 'username', code, message }]);
}

/** The hash to import, in the formats of the configuration file. */
function importedHash(first: FirstPassword): string | null {
  if (first.kind !== 'imported') return null;
  const message = findHashProblem(first.passwordHash);
  if (message === null) return first.passwordHash;
  throw new AdminError('invalid', message, [{ field: 'password_hash', code: 'password_hash', message }]);
}

async function choosePassword(first: FirstPassword, username: string, admin: AdminContext): Promise<string | null> {
  if (first.kind === 'generated') return createReadablePassword();
  if (first.kind !== 'typed') return null;
  const { passwordMinLength: minimumLength } = admin.snapshot.portal;
  const problem = await findNewPasswordProblem(first.password, { username, minimumLength }, admin);
  if (problem === null) return first.password;
  const message = describePasswordProblem(problem, minimumLength);
  throw new AdminError('invalid', message, [
    { field: 'password', code: problem, message, facts: { limit: minimumLength } },
  ]);
}

function nameTaken(username: string, cause: unknown): AdminError {
  const message = `user ${username} already exists`;
  const facts = { name: username };
  return new AdminError('already_exists', message, [{ field: 'username', code: 'taken', message, facts }], { cause });
}
