import { z } from 'zod';
import { text } from '#lib/forms/read-posted';
import { formatNumber } from '#lib/i18n/admin/format';
import { findUserBySub } from '#lib/users/user-store';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { encode } from '../api/encode';
import { type Action, defineAction, type Names, type Question } from '../kit/define-action';
import { answerUser, identityFields, linkSchema, mailSchema, roleSchema, userNow } from './api';
import {
  deleteAccount,
  endUserSession,
  revokeApp,
  setRole,
  setUserEnabled,
  signOutEverywhere,
  unlockUser,
} from './change-account';
import {
  makePasswordLink,
  removeFactor,
  requireNewPassword,
  sendPasswordMail,
  unlinkIdentity,
} from './change-credentials';
import { userPath } from './feature';
import { checkEmail, profileFields, readFirstPassword, readProfileForm } from './profile-form';
import {
  countUserSessions,
  getUser,
  mayAsk,
  passwordMailFor,
  readUserApps,
  readUserFactors,
  readUserFacts,
  readUserIdentities,
  readUserSessions,
  type UserFacts,
} from './read';
import { userRoles } from './read-list';
import { createAccount, saveProfile, usernameOf } from './save-user';
import { texts } from './texts';

/** Whoever asks about an account, or changes it, reads it. */
async function named(_: AdminContext, { sub = '' }: Names) {
  return { sub };
}

/** What a question shows besides its words. The name is that of its object, if it is not the account. */
type Shown = Partial<Pick<Question, 'text' | 'facts' | 'choice' | 'isSafe' | 'once' | 'button'>> & {
  readonly name?: string;
};

/** The question before an action on an account. @throws AdminError `not_found` for those who cannot do it */
async function ask(
  admin: AdminContext,
  what: keyof typeof texts.questions,
  sub: string,
  show: (user: UserFacts) => Promise<Shown> = async () => ({}),
) {
  const user = await readUserFacts(admin, sub);
  if (!mayAsk(what, user, admin)) throw notFound();
  const { name = user.username, ...shown } = await show(user);
  const { title, ...told } = texts.questions[what];
  return { title: title(name), ...told, ...shown, parent: parentOf(user) };
}

function parentOf({ username, sub }: Pick<UserFacts, 'username' | 'sub'>) {
  return { label: username, href: userPath(sub) };
}

/** Sessions and apps with access, which end with the account. */
async function countUse(admin: AdminContext, sub: string): Promise<Shown> {
  const [sessions, apps] = [await countUserSessions(admin, sub), await readUserApps(admin, sub)];
  const named = apps.length === 0 ? '0' : `${apps.length}: ${apps.map(({ name }) => name).join(', ')}`;
  return {
    facts: [
      [texts.sessions.title, formatNumber(sessions)],
      [texts.apps.title, named],
    ],
  };
}

function found<Found>(one: Found | undefined): Found {
  if (one === undefined) throw notFound();
  return one;
}

const to = (sub: string, said: keyof typeof texts.said) => ({ goTo: userPath(sub), say: texts.said[said] });

/** An operation that answers with the account. */
const command = (id: string, summary: string) => ({ id, summary, success: userNow, answer: answerUser });
const gone = (description: string) => ({ status: 204, description }) as const;

export const newUser = defineAction({
  path: 'users/new',
  permission: 'edit',
  proof: 'sudo',
  target: async () => null,
  // A password may begin or end with a space.
  section: 'users',
  fields: { ...profileFields, invite: text(10), first: text(20), password: z.array(z.string()).max(1) },
  event: 'user.created',
  run: async (admin, _, { invite, first, password, ...values }) => {
    // The username comes from the address, so a missing address is told first.
    if (invite !== '') checkEmail(values.email);
    const profile = readProfileForm({ ...values, username: values.username || usernameOf(values.email) }, admin);
    const chosen = invite === '' ? readFirstPassword(first, password[0]) : ({ kind: 'invite' } as const);
    return createAccount(admin, { profile, first: chosen });
  },
  done: (_, { sub, username, invited, link, password }) =>
    invited === null
      ? { again: { result: { sub, username, ...(link && { link }), ...(password && { password }) } } }
      : { goTo: userPath(sub), say: texts.new.invited(invited) },
});

export const saveUser = defineAction({
  path: 'users/[sub]',
  permission: 'edit',
  // A verified address gives access to the account: by mail, and through a provider that vouches for it.
  proof: 'strict',
  target: named,
  page: 'users/[sub]/profile',
  section: 'users',
  fields: { ...profileFields, version: text(100), at: text(100) },
  event: 'user.updated',
  run: async (admin, { sub }, { version, at: _, ...values }) => {
    const stored = await findUserBySub(admin.db, sub);
    await saveProfile(admin, sub, { profile: readProfileForm(values, admin, stored?.claims), version });
  },
  done: ({ sub }) => to(sub, 'saved'),
});

export const enableUser = defineAction({
  path: 'users/[sub]/enable',
  link: texts.menu.enable,
  permission: 'edit',
  proof: 'sudo',
  target: named,
  question: ({ sub }, admin) => ask(admin, 'enable', sub, async () => ({ isSafe: true })),
  event: 'user.updated',
  run: (admin, { sub }) => setUserEnabled(admin, sub, true),
  done: ({ sub }) => to(sub, 'enabled'),
  api: command('enableUser', 'Enable a user'),
});

export const disableUser = defineAction({
  path: 'users/[sub]/disable',
  link: texts.menu.disable,
  permission: 'edit',
  proof: 'sudo',
  target: named,
  question: ({ sub }, admin) => ask(admin, 'disable', sub, () => countUse(admin, sub)),
  event: 'user.updated',
  run: (admin, { sub }) => setUserEnabled(admin, sub, false),
  done: ({ sub }) => to(sub, 'disabled'),
  api: command('disableUser', 'Disable a user and end all sessions and access'),
});

export const deleteUser = defineAction({
  path: 'users/[sub]/delete',
  link: texts.menu.delete,
  permission: 'edit',
  proof: 'strict',
  target: (admin, { sub = '' }) => readUserFacts(admin, sub),
  typed: ({ username }) => username,
  question: ({ sub }, admin) => ask(admin, 'delete', sub, () => countUse(admin, sub)),
  event: 'user.deleted',
  run: (admin, { sub, version }) => deleteAccount(admin, sub, version),
  done: () => ({ goTo: '/admin/users', say: texts.said.deleted }),
  api: {
    id: 'deleteUser',
    method: 'DELETE',
    path: '/users/{sub}',
    summary: 'Delete a user and all their data',
    versionOf: ({ version }) => version,
    success: gone('The user was deleted.'),
  },
});

export const changeRole = defineAction({
  path: 'users/[sub]/role',
  link: texts.facts.changeRole,
  permission: 'own',
  proof: 'strict',
  target: named,
  question: ({ sub }, admin) =>
    ask(admin, 'role', sub, async ({ role }) => {
      const { label: legend, help } = texts.role;
      const options = (['none', 'auditor', 'editor', 'owner'] as const).map(
        (name) => [name, texts.roles[name], help[name]] as const,
      );
      return { choice: { name: 'role', legend, initial: role ?? 'none', options } };
    }),
  fields: { role: z.enum([...userRoles, 'none']).nullable() },
  event: 'user.updated',
  run: (admin, { sub }, { role }) => setRole(admin, sub, role === 'none' ? null : role),
  done: ({ sub }) => to(sub, 'role'),
  api: {
    ...command('putUserRole', 'Set or remove the administration role of a user'),
    method: 'PUT',
    body: roleSchema,
  },
});

export const signOutAll = defineAction({
  path: 'users/[sub]/sign-out',
  link: texts.menu['sign-out'],
  permission: 'edit',
  proof: 'none',
  target: named,
  question: ({ sub }, admin) => ask(admin, 'sign-out', sub, () => countUse(admin, sub)),
  event: 'user.signed_out',
  run: (admin, { sub }) => signOutEverywhere(admin, sub),
  done: ({ sub }) => to(sub, 'signedOut'),
  api: command('signOutUser', 'Sign out a user everywhere'),
});

export const endSessionOf = defineAction({
  path: 'users/[sub]/sessions/[sid]/end',
  link: texts.sessions.end,
  permission: 'edit',
  proof: 'none',
  target: async (_, { sub = '', sid = '' }) => ({ sub, sid }),
  question: ({ sub, sid }, admin) =>
    ask(admin, 'end-session', sub, async () => {
      const [session] = await readUserSessions(admin, { sub, sid });
      const { browser, address, clients } = found(session);
      const { columns, unknownBrowser } = texts.sessions;
      const where = [browser ?? unknownBrowser, ...(address === null ? [] : [address])].join(' · ');
      return {
        facts: [
          [columns.where, where],
          [columns.apps, clients.map(({ name }) => name).join(', ') || '0'],
        ],
      };
    }),
  event: 'session.ended',
  run: (admin, { sub, sid }) => endUserSession(admin, sub, sid),
  done: ({ sub }) => to(sub, 'sessionEnded'),
  api: {
    id: 'deleteUserSession',
    method: 'DELETE',
    path: '/users/{sub}/sessions/{sid}',
    summary: 'End a session of a user',
    success: gone('The session was ended.'),
  },
});

export const removeAccessOf = defineAction({
  path: 'users/[sub]/apps/[client_id]/remove',
  link: texts.apps.revoke,
  permission: 'edit',
  proof: 'none',
  target: async (_, { sub = '', client_id: clientId = '' }) => ({ sub, clientId }),
  question: ({ sub, clientId }, admin) =>
    ask(admin, 'revoke-app', sub, async () => {
      const { name, scope } = found((await readUserApps(admin, sub)).find((app) => app.clientId === clientId));
      return { name, facts: [[texts.apps.columns.scopes, scope.join(' ')]] };
    }),
  event: 'grant.revoked',
  run: (admin, { sub, clientId }) => revokeApp(admin, sub, clientId),
  done: ({ sub }) => to(sub, 'appRevoked'),
  api: {
    id: 'deleteUserGrant',
    method: 'DELETE',
    path: '/users/{sub}/grants/{client_id}',
    summary: 'Remove the access of a client to a user',
    success: gone('The access was removed.'),
  },
});

export const removeFactorOf = defineAction({
  path: 'users/[sub]/factors/[id]/remove',
  link: texts.factors.remove,
  permission: 'edit',
  proof: 'strict',
  target: async (_, { sub = '', id = '' }) => ({ sub, id }),
  question: ({ sub, id }, admin) =>
    ask(admin, 'remove-factor', sub, async () => {
      const { factors } = await readUserFactors(admin, sub);
      const { name, kind } = found(factors.find((factor) => factor.id === id));
      return { name: name ?? texts.factors.kinds[kind] };
    }),
  event: 'factor.removed',
  run: (admin, { sub, id }) => removeFactor(admin, sub, id),
  done: ({ sub }) => to(sub, 'factorRemoved'),
  api: {
    id: 'deleteUserFactor',
    method: 'DELETE',
    path: '/users/{sub}/factors/{id}',
    summary: 'Remove a factor of a user, and their trusted devices',
    success: gone('The factor was removed, and the user is notified.'),
  },
});

export const unlinkIdentityOf = defineAction({
  path: 'users/[sub]/identities/[provider]/[issuer]/[subject]/unlink',
  link: texts.identities.unlink,
  permission: 'edit',
  proof: 'strict',
  target: async (_, { sub = '', provider = '', issuer = '', subject = '' }) => {
    return { sub, identity: { provider, issuer, subject } };
  },
  question: ({ sub, identity }, admin) =>
    ask(admin, 'unlink', sub, async () => {
      const identities = await readUserIdentities(admin, sub);
      const { providerName: name, subject } = found(
        identities.find(
          (one) =>
            one.provider === identity.provider && one.issuer === identity.issuer && one.subject === identity.subject,
        ),
      );
      return { name, facts: [[texts.identities.columns.subject, subject]] };
    }),
  event: 'identity.unlinked',
  run: (admin, { sub, identity }) => unlinkIdentity(admin, sub, identity),
  done: ({ sub }) => to(sub, 'unlinked'),
  api: {
    id: 'deleteUserIdentity',
    method: 'DELETE',
    path: '/users/{sub}/identities',
    query: z.strictObject(identityFields),
    summary: 'Unlink an identity from a user',
    success: gone('The identity was unlinked.'),
  },
});

export const letTryAgain = defineAction({
  path: 'users/[sub]/unlock',
  link: texts.lock.submit,
  permission: 'edit',
  // Without limits, a password can be guessed.
  proof: 'strict',
  target: named,
  question: ({ sub }, admin) => ask(admin, 'unlock', sub, async () => ({ isSafe: true })),
  event: 'user.unlocked',
  run: (admin, { sub }) => unlockUser(admin, sub),
  done: ({ sub }) => to(sub, 'unlocked'),
  api: command('unlockUser', 'Clear the sign-in limits of a user'),
});

export const newPasswordLink = defineAction({
  path: 'users/[sub]/password-link',
  link: texts.link.title,
  permission: 'edit',
  // The link is shown, so its reader could set the password.
  proof: 'strict',
  target: named,
  question: ({ sub }, admin) =>
    ask(admin, 'link', sub, async () => ({ isSafe: true, once: { name: 'link', label: texts.link.done } })),
  event: 'password_link.created',
  run: (admin, { sub }) => makePasswordLink(admin, sub),
  done: (_, { link }) => ({ again: { result: { link } } }),
  api: {
    id: 'createPasswordLink',
    summary: 'Create a password link for a user',
    description: 'Earlier links stop working.',
    success: { status: 201, description: 'The link.', schema: linkSchema },
    answer: async (_admin, _target, { link, expiresAt }) => {
      return { body: { expires_at: expiresAt.toISOString() }, once: { link } };
    },
  },
});

export const mailPasswordLink = defineAction({
  path: 'users/[sub]/password-mail',
  link: texts.mail.submit,
  permission: 'edit',
  // Only the person can use the mail.
  proof: 'sudo',
  target: named,
  question: async ({ sub }, admin) => {
    const user = await getUser(admin, sub);
    const mail = passwordMailFor(user, admin);
    if (mail !== null) {
      return ask(admin, 'mail', sub, async () => ({ isSafe: true, text: texts.mail[mail.kind](mail.email) }));
    }
    const instead = { label: newPasswordLink.link, href: newPasswordLink.addressOf({ sub }) };
    return {
      title: texts.questions.mail.title(user.username),
      refused: texts.mail.refused,
      instead,
      parent: parentOf(user),
    };
  },
  event: 'recovery.requested',
  run: (admin, { sub }) => sendPasswordMail(admin, sub),
  done: ({ sub }, { email }) => ({ goTo: userPath(sub), say: texts.mail.done(email) }),
  api: {
    id: 'sendPasswordMail',
    summary: 'Email a password link to a user',
    description: 'Sends an invitation to a user without a password, otherwise a link to the verified address.',
    success: { status: 200, description: 'The email that was sent.', schema: mailSchema },
    answer: async (_admin, _target, sent) => ({ body: encode(mailSchema, sent) }),
  },
});

export const requirePassword = defineAction({
  path: 'users/[sub]/require-password',
  link: texts.newPassword.require,
  permission: 'edit',
  proof: 'sudo',
  target: named,
  question: ({ sub }, admin) => ask(admin, 'require', sub, async () => ({ isSafe: true })),
  event: 'user.updated',
  run: (admin, { sub }) => requireNewPassword(admin, sub, true),
  done: ({ sub }) => to(sub, 'passwordRequired'),
  api: command('requireNewPassword', 'Require a new password at the next sign-in'),
});

export const keepPassword = defineAction({
  path: 'users/[sub]/keep-password',
  link: texts.newPassword.lift,
  permission: 'edit',
  proof: 'sudo',
  target: named,
  question: ({ sub }, admin) => ask(admin, 'keep', sub, async () => ({ isSafe: true })),
  event: 'user.updated',
  run: (admin, { sub }) => requireNewPassword(admin, sub, false),
  done: ({ sub }) => to(sub, 'passwordNotRequired'),
  api: command('liftNewPassword', 'Stop requiring a new password'),
});

export const userActions: readonly Action[] = [
  newUser,
  saveUser,
  enableUser,
  disableUser,
  deleteUser,
  changeRole,
  signOutAll,
  endSessionOf,
  removeAccessOf,
  removeFactorOf,
  unlinkIdentityOf,
  letTryAgain,
  newPasswordLink,
  mailPasswordLink,
  requirePassword,
  keepPassword,
];
