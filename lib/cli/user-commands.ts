import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { byCommandLine } from '#lib/config/authorship';
import type { Database } from '#lib/db/database';
import { isUniqueViolation, transaction } from '#lib/db/transaction';
import { signOutUser } from '#lib/sessions/sign-out';
import type { Settings } from '#lib/settings/settings';
import { currentPortal } from '#lib/tenants/tenant-store';
import { findSlowdown } from '#lib/users/attempt-limits';
import { findNewPasswordProblem } from '#lib/users/breached-password';
import { clearAttempts } from '#lib/users/clear-attempts';
import { hashPassword } from '#lib/users/password-hash';
import { createPasswordLink } from '#lib/users/password-link';
import { describePasswordProblem } from '#lib/users/password-policy';
import { replacePassword } from '#lib/users/replace-password';
import type { AdminRole, User } from '#lib/users/user';
import { createUser, findUserByCanonicalUsername, findUserByUsername } from '#lib/users/user-store';
import { addressNameProblem, mayHaveName, parseUsername } from '#lib/users/username';
import { proven } from '#lib/vocabulary/account-proof';
import { type CommandContext, CommandError, type RunCommand, type Terminal } from './command';
import { withDatabase } from './with-database';

const roles = ['owner', 'editor', 'auditor'] as const;

export const addUser: RunCommand = async ({ positionals: [username = ''], options }, context) => {
  const admin = readRole(options.admin);
  const name = parseUsername(username);
  if (name === null) throw new CommandError('NAME: expected 1 to 100 visible characters');
  if (!mayHaveName(name, {})) throw new CommandError(`NAME: ${addressNameProblem.message}`);
  return withDatabase(context, 'create', async ({ db }, settings) => {
    const { issuer } = settings;
    if (await findUserByCanonicalUsername(db, name.canonicalUsername)) throw userExists(username);
    const { terminal, now } = context;
    const passwordHash = terminal === null ? null : await askPassword(db, terminal, { username, settings });
    const details = { enabled: true, admin, tenants: 'all', claims: {} } as const;
    const user = { ...name, passwordHash, passwordCarries: 'owner' as const, ...details };
    const created = await transaction(db, async (tx) => {
      const one = await createUser(tx, user, now);
      await recordEvents(tx, [told('user.created', one, { admin })], now);
      return one;
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? userExists(username) : error;
    });
    if (terminal === null) await printLink(db, created, issuer, context);
    else context.out(`created user ${username}\n`);
    return 0;
  });
};

export const setUserPassword: RunCommand = async ({ positionals: [username = ''] }, context) => {
  return withDatabase(context, 'write', async ({ db }, settings) => {
    const { issuer } = settings;
    const user = await findUserByUsername(db, username);
    if (user === null) throw new CommandError(`user ${username} does not exist`);
    const { terminal, now, out } = context;
    if (terminal === null) {
      await printLink(db, user, issuer, context);
      return 0;
    }
    const passwordHash = await askPassword(db, terminal, { username: user.username, settings });
    await setPassword(db, user, passwordHash, now);
    out(`set the password of ${user.username}\n`);
    return 0;
  });
};

function readRole(given: string | boolean | undefined): AdminRole | null {
  if (given === undefined) return null;
  const role = roles.find((name) => name === given);
  if (role === undefined) throw new CommandError(`--admin: expected one of ${roles.join(', ')}`);
  return role;
}

async function askPassword(
  db: Database,
  terminal: Terminal,
  { username, settings }: { readonly username: string; readonly settings: Settings },
): Promise<string> {
  const { passwordMinLength: minimumLength } = await currentPortal(db);
  const password = await terminal.ask('Password: ', { hidden: true });
  const problem = await findNewPasswordProblem(password, { username, minimumLength }, { settings });
  if (problem !== null) {
    throw new CommandError(`password: ${describePasswordProblem(problem, minimumLength)}; nothing was changed`);
  }
  const repeated = await terminal.ask('Repeat the password: ', { hidden: true });
  if (repeated !== password) throw new CommandError('the passwords do not match; nothing was changed');
  return hashPassword(password);
}

type Named = Pick<User, 'sub' | 'username'>;

/** The audit event of this command. */
function told(type: AuditEventType, { sub, username }: Named, details: NewAuditEvent['details'] = {}): NewAuditEvent {
  const target = { kind: 'user', id: sub, name: username };
  return { type, outcome: 'success', actor: byCommandLine.actor, target, details };
}

/** Also ends the person's sessions. */
async function setPassword(db: Database, user: Named, passwordHash: string, now: Date): Promise<void> {
  const { sub } = user;
  await transaction(db, async (tx) => {
    const removed = await replacePassword(tx, proven('operator', sub), { passwordHash, passwordCarries: 'owner' }, now);
    await signOutUser(tx, { sub, now });
    const lost = removed.map(({ type, details }) => told(type, user, details));
    await recordEvents(tx, [told('password.changed', user), ...lost], now);
  });
}

async function printLink(db: Database, user: Named, issuer: string, { now, out }: CommandContext): Promise<void> {
  const handle = await transaction(db, async (tx) => {
    const link = await createPasswordLink(tx, { sub: user.sub, carries: 'owner', now });
    const details = { expires_at: link.expiresAt.toISOString() };
    await recordEvents(tx, [told('password_link.created', user, details)], now);
    return link.handle;
  });
  out(`${issuer}/setup?token=${handle}\n`);
}

function userExists(username: string): CommandError {
  return new CommandError(`user ${username} already exists`);
}

export const userUnlockCommand: RunCommand = async ({ positionals: [username = ''] }, context) =>
  withDatabase(context, 'write', async ({ db }) => {
    const { now, out } = context;
    const user = await findUserByUsername(db, username);
    if (user === null) throw new CommandError(`user ${username} does not exist`);
    const { actor } = byCommandLine;
    const target = { kind: 'user', id: user.sub, name: user.username };
    await transaction(db, async (tx) => {
      const lockedUntil = await findSlowdown(tx, user.canonicalUsername, now);
      await clearAttempts(tx, user);
      const details = { locked_until: lockedUntil?.toISOString() ?? null };
      await recordEvents(tx, [{ type: 'user.unlocked', outcome: 'success', actor, target, details }], now);
    });
    out(`user ${user.username} can try again\n`);
    return 0;
  });
