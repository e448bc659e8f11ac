import { afterAll, beforeAll, describe } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { administrators, testAction } from '#lib/testing/admin-action';
import { subOf } from '#lib/testing/administrator';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, password } from '#lib/testing/person';
import type { AdminContext } from '../admin-context';
import type { Names } from '../kit/define-action';
import {
  changeRole,
  deleteUser,
  disableUser,
  enableUser,
  endSessionOf,
  keepPassword,
  letTryAgain,
  mailPasswordLink,
  newPasswordLink,
  newUser,
  removeAccessOf,
  removeFactorOf,
  requirePassword,
  saveUser,
  signOutAll,
  unlinkIdentityOf,
} from './actions';
import { profileFields } from './profile-form';
import { getUser, userVersion } from './read';
import { createAccount } from './save-user';

const mailed = { SMTP_URL: 'smtps://mail.example', SIGNET_MAIL_FROM: 'signet@op.test' };
const blank = Object.fromEntries(Object.keys(profileFields).map((name) => [name, '']));
const pat = { username: 'pat', password, claims: { email: 'pat@corp.example', email_verified: true } };
const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'pat' };

let area: TestAdmin;
let sub: string;
let count = 0;
beforeAll(async () => {
  const users = [...administrators, pat];
  area = await createTestAdmin({ ...fixtures, users, portal: { admin_second_factor: 'optional' } }, mailed);
  sub = await subOf(area.provider, 'pat');
  const person = createPerson(area.provider);
  await person.signIn(await person.get('/account/sign-in?to=%2Faccount'), 'pat');
});
afterAll(() => area.close());

const provider = () => area.provider;
const onPat = { provider, names: async () => ({ sub }) };

/** Puts pat into a state before the action. */
const withState = (data: { readonly enabled?: boolean; readonly admin?: null }) => ({
  provider,
  names: async ({ db }: AdminContext) => {
    await db.user.update({ where: { sub }, data });
    return { sub };
  },
});

describe('an action on a user', () => {
  testAction(newUser, {
    provider,
    fields: async () => ({ ...blank, username: `new-${++count}`, tenant_access: 'all', first: 'link' }),
    shows: 'link',
  });
  testAction(saveUser, {
    ...onPat,
    page: (names: Names) => `/admin/users/${names.sub}/profile`,
    fields: async (admin) => ({
      ...{ ...blank, username: 'pat', tenant_access: 'all', name: `Pat ${++count}` },
      ...{ email: 'pat@corp.example', email_verified: 'on' },
      ...{ version: userVersion(await getUser(admin, sub)), at: 'profile' },
    }),
    says: 'Saved the profile.',
  });
  testAction(enableUser, { ...withState({ enabled: false }), says: 'Enabled this user.' });
  testAction(disableUser, {
    ...withState({ enabled: true }),
    says: 'Disabled this user. All sessions and app access have ended.',
  });
  testAction(changeRole, { ...withState({ admin: null }), fields: { role: 'auditor' }, says: 'Changed the role.' });
  testAction(deleteUser, {
    provider,
    names: async (admin) => {
      const profile = { username: `gone-${++count}`, tenants: 'all', claims: {} } as const;
      return { sub: (await createAccount(admin, { profile, first: { kind: 'provider' } })).sub };
    },
    says: 'Deleted the user.',
  });
  testAction(signOutAll, { ...onPat, says: 'Signed this user out everywhere.' });
  testAction(endSessionOf, {
    provider,
    names: async ({ db, now }) => {
      const sid = `session-${++count}`;
      const { browserId } = await db.session.findFirstOrThrow({ where: { sub }, select: { browserId: true } });
      const times = { authTime: now, createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 36_000_000) };
      await db.session.create({ data: { sid, sub, browserId, idp: 'local', remember: false, ...times } });
      return { sub, sid };
    },
    says: 'Ended the session.',
  });
  testAction(removeAccessOf, {
    provider,
    names: async ({ db, now }) => {
      const key = { sub, clientId: 'web' };
      const consent = { scope: 'openid', createdAt: now };
      await db.consent.upsert({ where: { sub_clientId: key }, create: { ...key, ...consent }, update: consent });
      return { sub, client_id: 'web' };
    },
    says: 'Removed the app’s access.',
  });
  testAction(removeFactorOf, {
    provider,
    names: async ({ db, now }) => {
      const app = { sealed: 'x', createdAt: now };
      await db.authenticator.upsert({ where: { sub }, create: { sub, ...app }, update: app });
      return { sub, id: 'totp' };
    },
    says: 'Removed the second factor.',
  });
  testAction(unlinkIdentityOf, {
    provider,
    names: async ({ db, now }) => {
      await db.userIdentity.deleteMany({ where: { sub } });
      const times = { createdAt: now, lastUsedAt: now };
      await db.userIdentity.create({ data: { ...identity, ...times, sub, claims: '[]' } });
      return { sub, ...identity };
    },
    says: 'Unlinked the identity.',
  });
  testAction(letTryAgain, { ...onPat, says: 'This user can try again.' });
  testAction(newPasswordLink, { ...onPat, shows: 'link' });
  testAction(mailPasswordLink, { ...withState({ enabled: true }), says: 'Sent an email to pat@corp.example.' });
  testAction(requirePassword, { ...onPat, says: 'This user must set a new password at the next sign-in.' });
  testAction(keepPassword, { ...onPat, says: 'This user no longer has to set a new password.' });
});
