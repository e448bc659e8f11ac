import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { writeProofs } from '#lib/factors/proof';
import { parseTotpKey } from '#lib/factors/totp';
import { signOut, signOutOthers, signOutUser } from '#lib/sessions/sign-out';
import { type AccountHolder, sendWhile, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { createLink } from '#lib/users/links/create-link';
import { proven } from '#lib/vocabulary/account-proof';
import { recoverAccount } from './recovery/recover-account';

let provider: TestProvider;
let name: string;
let people = 0;
const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', SIGNET_MAIL_FROM: 'id@op.test' };

beforeAll(async () => {
  provider = await createTestProvider(fixtures, mailing);
});
afterAll(() => provider.close());
beforeEach(async () => {
  name = `pat${++people}`;
  const claims = { email: `${name}@example.com`, email_verified: true };
  const portal = { account_deletion: 'on', second_factor: 'optional' };
  await provider.configure({ ...fixtures, portal, users: [...fixtures.users, { username: name, password, claims }] });
});

type End = (holder: AccountHolder) => Promise<unknown>;

/** The owner recovers the account by a mailed link, and sets another password. */
const recover: End = async (holder) => {
  const context = provider.context();
  const { sub, user } = await holder.session();
  const link = { kind: 'recover', sub, email: String(user.claims.email) } as const;
  const made = await transaction(context.db, (tx) => createLink(tx, link, context));
  const hash = hashHandle(new URL(made.link).searchParams.get('token') ?? '');
  const from = { origin: { locale: 'en', tenant: null }, place: {}, clientAddress: '192.0.2.9' };
  const use = async () => true;
  const done = await recoverAccount(
    { hash, passwordHash: 'of the owner', use, ...from, cookieHeader: undefined },
    context,
  );
  expect(done).toHaveProperty('setCookie');
};

/** Everything of a person that a form of the account may change. */
async function stateOf(sub: string) {
  const { db } = provider.context();
  const where = { sub };
  return {
    user: await db.user.findUnique({ where }),
    sessions: await db.session.findMany({ where, orderBy: { sid: 'asc' } }),
    grants: await db.grant.findMany({ where, orderBy: { id: 'asc' } }),
    authenticators: await db.authenticator.count({ where }),
    codes: await db.recoveryCode.findMany({ where, orderBy: { hash: 'asc' } }),
    links: await db.accountLink.findMany({ where, orderBy: { hash: 'asc' } }),
    notices: await db.accountNotice.count({ where }),
    mails: await db.outboxMail.count(),
    events: await db.auditEvent.count({ where: { targetId: sub } }),
  };
}

/** A person who is signed in with a second factor, in two browsers, and has a grant of an application. */
async function signInWithAll() {
  const holder = await signInToAccount(provider, name);
  const other = await signInToAccount(provider, name);
  const { db, now, settings } = provider.context();
  const { sid, sub } = await holder.session();
  const key = parseTotpKey('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  if (key === null) throw new Error('no key');
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now }),
  );
  const proofs = writeProofs([
    { factor: 'password', at: now },
    { factor: 'totp', at: now },
  ]);
  await db.session.update({ where: { sid }, data: { proofs } });
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const grant = { id: `g-${sub}`, clientId: 'web', sub, scope: 'openid profile offline_access' };
  await db.grant.create({ data: { ...grant, createdAt: now, expiresAt } });
  return { holder, other, sub };
}

/** Posts the form while the session ends, and expects that nothing but the end has changed. */
async function expectNothing(form: readonly [string, FormFields], end: End) {
  const { holder, sub } = await signInWithAll();
  const after: unknown[] = [];
  const response = await sendWhile(provider, holder, form, async () => {
    await end(holder);
    after.push(await stateOf(sub));
  });
  expect(locationOf(response)).toBe(`${issuer}/account/sign-in?to=${encodeURIComponent(`/${form[0]}`)}`);
  expect(response.headers['set-cookie']).toBeUndefined();
  expect([await stateOf(sub)]).toEqual(after);
}

const newPassword = ['account/password', { new_password: 'a brand new secret of mine' }] as const;

describe('a form of an ended session changes nothing (security #104, #107)', () => {
  it.each<readonly [string, FormFields]>([
    newPassword,
    ['account/name', { name: 'Mallory' }],
    ['account/username', { username: 'mallory' }],
    ['account/language', { locale: 'de', zoneinfo: '' }],
    ['account/email', { decision: 'save', email: 'mallory@example.com' }],
    ['account/email', { decision: 'cancel_change' }],
    ['account/recovery-codes', { decision: 'renew' }],
    ['account/authenticator', { decision: 'remove', confirmed: '1' }],
    ['account/devices', { decision: 'end_others', confirmed: '1' }],
    ['account/activity', { decision: 'not_me', confirmed: '1' }],
    ['account/apps/web', { decision: 'remove', confirmed: '1' }],
    ['account/apps/web', { decision: 'remove_scope', scope: 'profile' }],
  ])('neither that of /%s with %j after a recovery', (...form) => expectNothing(form, recover));

  it('nor the deletion of the account after a recovery', () =>
    expectNothing(['account/delete', { decision: 'delete', username: name }], recover));

  const inTransaction =
    (work: (tx: Parameters<Parameters<typeof transaction>[1]>[0], sid: string, sub: string) => Promise<unknown>): End =>
    async (holder) => {
      const { sid, sub } = await holder.session();
      await transaction(provider.context().db, (tx) => work(tx, sid, sub));
    };
  const now = () => provider.context().now;

  it.each<readonly [string, End]>([
    ['a sign-out everywhere', inTransaction((tx, _, sub) => signOutUser(tx, { sub, now: now() }))],
    ['the end of all other sessions', inTransaction((tx, _, sub) => signOutOthers(tx, { sub, sid: '-', now: now() }))],
    [
      'a sign-out in the browser',
      inTransaction(async (tx, sid) => {
        const { browserId } = await tx.session.findUniqueOrThrow({ where: { sid } });
        await signOut(tx, { browserId, now: now() });
      }),
    ],
    [
      'the account was disabled',
      inTransaction((tx, _, sub) => tx.user.update({ where: { sub }, data: { enabled: false } })),
    ],
    [
      'the last moment of the session',
      inTransaction((tx, sid) => tx.session.update({ where: { sid }, data: { expiresAt: now() } })),
    ],
  ])('nor that of a new password after %s', (_, end) => expectNothing(newPassword, end));
});

it('a form of an open session changes the account although another session ended', async () => {
  const { holder, other, sub } = await signInWithAll();
  const { db, now: endedAt } = provider.context();
  const { sid } = await other.session();
  const response = await sendWhile(provider, holder, newPassword, () =>
    db.session.update({ where: { sid }, data: { endedAt } }),
  );
  expect(locationOf(response)).toContain('/account/security?answer=');
  expect(await db.auditEvent.count({ where: { targetId: sub, type: 'password.changed' } })).toBe(1);
});
