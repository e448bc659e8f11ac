import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf, password } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createLink } from '#lib/users/links/create-link';
import { verifyPassword } from '#lib/users/password-hash';
import { readSecurity } from './read';

const fresh = 'a brand new secret of mine';
const breached = 'a rather old secret of mine';
let service: RangeService;
let provider: TestProvider;
let name: string;
let names = 0;

beforeAll(async () => {
  service = await startRangeService(breached);
  provider = await createTestProvider(fixtures, {
    SIGNET_BREACH_CHECK: service.address,
    SIGNET_OUTBOUND_ALLOW: '127.0.0.1',
  });
});
afterAll(async () => {
  await provider.close();
  await service.close();
});
beforeEach(async () => {
  name = `pat${++names}`;
  const claims = { email: `${name}@example.com`, email_verified: true };
  await provider.configure({ ...fixtures, users: [...fixtures.users, { username: name, password, claims }] });
});

/** A person with a second session elsewhere, a trusted device and a grant with offline access. */
async function holderWithAll() {
  const holder = await signInToAccount(provider, name);
  const other = await signInToAccount(provider, name);
  const { db, now } = provider.context();
  const { sub, sid } = await holder.session();
  const later = new Date(now.getTime() + 86_400_000);
  const times = { createdAt: now, lastUsedAt: now, expiresAt: later };
  await db.trustedDevice.create({ data: { hash: `h-${sub}`, id: `i-${sub}`, sub, ...times } });
  const grant = { clientId: 'web', sub, createdAt: now, expiresAt: later };
  await db.grant.create({ data: { ...grant, id: `g-${sub}`, scope: 'openid offline_access', sid } });
  await db.grant.create({
    data: { ...grant, id: `o-${sub}`, scope: 'openid', sid: (await other.session()).sid },
  });
  const send = async (fields: FormFields) => holder.send('account/password', { decision: 'save', ...fields });
  const left = async () => ({
    sessions: await db.session.count({ where: { sub, endedAt: null } }),
    trusted: await db.trustedDevice.count({ where: { sub } }),
    grants: (await db.grant.findMany({ where: { sub, revokedAt: null } })).map(({ id }) => id.slice(0, 1)).sort(),
  });
  return { holder, sub, send, left };
}

describe('a change of the password by its person', () => {
  it('ends the other sessions and all trusted devices, but not apps that keep their access', async () => {
    const { send, left, sub, holder } = await holderWithAll();
    const answer = await send({ new_password: fresh, end_others: 'true' });
    expect(answerKept(provider, answer, sub)).toMatchObject({ path: '/account/security', kept: { kind: 'done' } });
    expect(await left()).toEqual({ sessions: 1, trusted: 0, grants: ['g'] });
    const { user } = await holder.session();
    expect(await verifyPassword(user.passwordHash ?? '', fresh)).toBe(true);
  });

  it('can leave the other sessions, and can disconnect all apps', async () => {
    const { send, left } = await holderWithAll();
    await send({ new_password: fresh, disconnect_apps: 'true' });
    expect(await left()).toEqual({ sessions: 2, trusted: 0, grants: [] });
  });

  it.each<[string, FormFields, string[]]>([
    ['ends', { end_others: 'true' }, ['undo_email', 'verify_email']],
    ['can leave a change of the address among', {}, ['change_email', 'undo_email', 'verify_email']],
  ])('%s links that another session requested (security #90, #116)', async (_, fields, expected) => {
    const { send, sub } = await holderWithAll();
    const { db, settings, now } = provider.context();
    const kinds = ['change_email', 'recover', 'undo_email', 'verify_email'] as const;
    for (const kind of kinds) {
      await transaction(db, (tx) => createLink(tx, { kind, sub, email: 'thief@example.com' }, { settings, now }));
    }
    await send({ new_password: fresh, ...fields });
    const waiting = await db.accountLink.findMany({ where: { sub, usedAt: null }, orderBy: { kind: 'asc' } });
    expect(waiting.map(({ kind }) => kind)).toEqual(expected);
  });

  it('gives the browser a new cookie, and invalidates the old one (security #99, #104)', async () => {
    const { send, holder } = await holderWithAll();
    const former = new Map(holder.cookies);
    await send({ new_password: fresh, end_others: 'true' });
    const thief = createPerson(provider);
    for (const [cookie, value] of former) thief.cookies.set(cookie, value);
    expect(locationOf(await thief.get('/account/sign-in?to=%2Faccount'))).toMatch(/\/login\?/);
    expect(locationOf(await holder.get('/account/sign-in?to=%2Faccount'))).toBe(`${issuer}/account`);
  });

  it('forgets every known browser except the current one (security #91)', async () => {
    const { send, sub, holder } = await holderWithAll();
    const { db, settings } = provider.context();
    const known = () => db.knownBrowser.findMany({ where: { sub }, select: { hash: true } });
    expect(await known()).toHaveLength(2);
    await send({ new_password: fresh });
    const hashes = readKnownBrowser(cookieHeaderOf(holder), settings).map(hashHandle);
    expect(hashes).toHaveLength(1);
    expect(await known()).toEqual([{ hash: hashes[0] }]);
  });

  it('is announced by a mail and a notice, and recorded', async () => {
    const { send, sub, holder } = await holderWithAll();
    const { db } = provider.context();
    const mails = () => db.outboxMail.count({ where: { kind: 'password_changed' } });
    const before = await mails();
    await send({ new_password: fresh });
    expect(await mails()).toBe(before + 1);
    expect(await db.accountNotice.findMany({ where: { sub }, select: { kind: true } })).toContainEqual({
      kind: 'password_changed',
    });
    expect(await db.auditEvent.count({ where: { targetId: sub, type: 'password.changed' } })).toBe(1);
    const security = await readSecurity(await holder.session(), provider.context());
    expect(security.password).toEqual({ isSet: true, changedAt: provider.context().now });
  });

  it('is shown beside the providers of the account, each with its dates', async () => {
    const { holder, sub } = await holderWithAll();
    const { db, now } = provider.context();
    const identity = { provider: 'corp', issuer: 'https://corp.test', subject: '1', claims: '[]' };
    const addedAt = new Date(now.getTime() - 1000);
    await db.userIdentity.create({ data: { ...identity, sub, createdAt: addedAt, lastUsedAt: now } });
    const { providers } = await readSecurity(await holder.session(), provider.context());
    expect(providers).toEqual([{ name: 'corp', addedAt, lastUsedAt: now }]);
  });

  it.each([null, 'editor'])(
    'sets the first password, which counts for no more than the role %s (security #161)',
    async (admin) => {
      const { send, holder, sub } = await holderWithAll();
      const { db } = provider.context();
      await db.user.update({ where: { sub }, data: { passwordHash: null, passwordCarries: null, admin } });
      await send({ new_password: fresh });
      expect((await holder.session()).user).toMatchObject({ admin, passwordCarries: admin });
    },
  );

  it('activates no role that waits because another person chose the former password (security #161)', async () => {
    const { send, holder, sub } = await holderWithAll();
    const { db } = provider.context();
    await db.user.update({ where: { sub }, data: { admin: 'owner', passwordCarries: null } });
    await send({ new_password: fresh });
    expect((await holder.session()).user).toMatchObject({ admin: 'owner', passwordCarries: null });
  });

  it.each([
    ['missing', '', 'setup.problem.missing_password'],
    ['too short', 'short of words', 'setup.problem.password_too_short'],
    ['too long', 'x1'.repeat(600), 'setup.problem.password_too_long'],
    ['commonly used', 'passwordpassword', 'setup.problem.password_too_common'],
    ['known from a data breach', breached, 'setup.problem.password_breached'],
  ])('refuses a password that is %s, and never keeps what was typed', async (_, new_password, key) => {
    const { send, sub, holder } = await holderWithAll();
    const hash = (await holder.session()).user.passwordHash;
    const { path, kept } = answerKept(provider, await send({ new_password }), sub);
    expect([path, kept]).toMatchObject([
      '/account/password',
      { kind: 'problem', field: 'new-password', words: { key }, typed: {} },
    ]);
    expect((await holder.session()).user.passwordHash).toBe(hash);
  });

  it('requires a new sign-in after a while, and keeps no password meanwhile (security #183)', async () => {
    const { send, holder } = await holderWithAll();
    provider.advance(2 * 3600);
    const hash = (await holder.session()).user.passwordHash;
    const login = await send({ new_password: fresh });
    expect(locationOf(login)).toMatch(/\/login\?interaction=/);
    expect((await holder.session()).user.passwordHash).toBe(hash);
    const back = await holder.signIn(login, name);
    const { sub } = await holder.session();
    expect(answerKept(provider, back, sub)).toEqual({ path: '/account/password', kept: { kind: 'typed', typed: {} } });
  });
});

describe('the well-known address for password managers', () => {
  it('redirects to the page (A Well-Known URL for Changing Passwords)', async () => {
    const answer = await provider.send('/.well-known/change-password');
    expect([answer.status, locationOf(answer)]).toEqual([303, `${issuer}/account/password`]);
  });
});
