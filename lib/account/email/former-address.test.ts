import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setRole } from '#lib/admin/users/change-account';
import { makePasswordLink } from '#lib/admin/users/change-credentials';
import { readUserFacts } from '#lib/admin/users/read';
import { createAccount, saveProfile } from '#lib/admin/users/save-user';
import { transaction } from '#lib/db/transaction';
import { actAs } from '#lib/testing/administrator';
import { password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { sendVerification } from '#lib/users/links/send-links';
import { redeemPasswordLink } from '#lib/users/password-link';
import { roleInForce } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { undoEmailChange } from './undo-email';
import { proveEmail } from './verify-email';

const origin = { locale: 'en', tenant: null };
const users = [
  { username: 'root', password, admin: 'owner' },
  { username: 'eddy', password, admin: 'editor' },
];
let provider: TestProvider;
let sub: string;

beforeEach(async () => {
  provider = await createTestProvider({ users }, { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' });
  const profile = profileWith('editor@corp.test');
  const first = { kind: 'typed', password: 'seven violet lanterns hum' } as const;
  ({ sub } = await createAccount(await actAs(provider, 'eddy'), { profile, first }));
});
afterEach(() => provider.close());

const profileWith = (email: string) => {
  return { username: 'erin', tenants: 'all', claims: { email, email_verified: true } } as const;
};
const find = async () => {
  const user = await findUserBySub(provider.context().db, sub);
  if (user === null) throw new Error('there is no erin');
  return user;
};
const tokenTo = async (to: string) => {
  const mails = await takeMails(provider.context());
  return tokenIn(mails.find((mail) => mail.to === to));
};
const using = (token: string) => {
  return { token, origin, clientAddress: '192.0.2.9', place: {}, browserId: null, cookieHeader: undefined };
};
const giveRole = async (role: AdminRole) => setRole(await actAs(provider, 'root'), sub, role);

/** An administrator replaces the address by that of the person. @returns the token that undoes it */
const correctAddress = async (maker: string) => {
  const admin = await actAs(provider, maker);
  const { version } = await readUserFacts(admin, sub);
  await saveProfile(admin, sub, { profile: profileWith('erin@corp.test'), version });
  return tokenTo('editor@corp.test');
};

/** The person sets a password with a link of an owner. */
const setOwnPassword = async () => {
  const { link } = await makePasswordLink(await actAs(provider, 'root'), sub);
  const handle = new URL(link).searchParams.get('token') ?? '';
  const { db, snapshot, now } = provider.context();
  expect(
    await transaction(db, (tx) => redeemPasswordLink(tx, { handle, passwordHash: 'of erin' }, { snapshot, now })),
  ).not.toBeNull();
};

describe('the owner of a former address (security #161, decision 020)', () => {
  it.each<[AdminRole, string]>([
    ['owner', 'eddy'],
    ['editor', 'eddy'],
    ['auditor', 'eddy'],
    ['owner', 'root'],
  ])('cannot undo its change after the role %s was given, if %s changed it', async (role, maker) => {
    const token = await correctAddress(maker);
    await giveRole(role);
    await setOwnPassword();
    expect(roleInForce(await find())).toBe(role);
    expect(await undoEmailChange(using(token), provider.context())).toBeNull();
    expect((await find()).claims).toMatchObject({ email: 'erin@corp.test' });
    expect(roleInForce(await find())).toBe(role);
  });

  it.each<[AdminRole, string]>([
    ['owner', 'root'],
    ['auditor', 'eddy'],
  ])(
    'has the role %s no longer in force after undoing a later change by %s, nor after a recovery',
    async (role, maker) => {
      await giveRole(role);
      const token = await correctAddress(maker);
      await setOwnPassword();
      expect(roleInForce(await find())).toBe(role);
      expect(await undoEmailChange(using(token), provider.context())).toMatchObject({ isMailed: true });
      expect(roleInForce(await find())).toBeNull();
      const fields = { token: await tokenTo('editor@corp.test'), new_password: 'purple otter counts seventeen clocks' };
      const reset = await provider.post(
        '/recover/reset/submit',
        { ...fields, decision: 'continue' },
        { origin: issuer },
      );
      expect(reset.headers.location).toContain('done');
      expect((await find()).claims).toMatchObject({ email: 'editor@corp.test' });
      expect(roleInForce(await find())).toBeNull();
    },
  );

  it.each<[string, () => Promise<unknown>]>([
    ['the role', () => giveRole('owner')],
    ['the password of the person', () => setOwnPassword()],
  ])('cannot finish a change of the address that began before %s', async (_, happen) => {
    const { db } = provider.context();
    const person = await find();
    const verification = { person, kind: 'change_email', email: 'other@corp.test', origin } as const;
    await transaction(db, (tx) => sendVerification(tx, verification, provider.context()));
    const token = await tokenTo('other@corp.test');
    await happen();
    expect(await proveEmail(using(token), provider.context())).toBeNull();
  });
});
