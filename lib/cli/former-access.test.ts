import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setRole } from '#lib/admin/users/change-account';
import { makePasswordLink } from '#lib/admin/users/change-credentials';
import { createAccount } from '#lib/admin/users/save-user';
import { transaction } from '#lib/db/transaction';
import { writeProofs } from '#lib/factors/proof';
import { handleSetupSubmit } from '#lib/login/setup/password';
import { createTestApi, type TestApi } from '#lib/testing/admin-api';
import { actAs } from '#lib/testing/administrator';
import { encodeForm, issuer } from '#lib/testing/provider';
import { createIdentity } from '#lib/users/identity-store';
import { replacePassword } from '#lib/users/replace-password';
import { roleInForce } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';

const password = 'purple otter counts seventeen clocks';
const mallory = { username: 'mallory' };
const linkKinds = ['recover', 'verify_email', 'change_email', 'undo_email'];
let api: TestApi;
let sub: string;

beforeEach(async () => {
  api = await createTestApi();
  const admin = await actAs(api.provider, 'erin');
  const first = { kind: 'typed', password } as const;
  ({ sub } = await createAccount(admin, { profile: { ...mallory, tenants: 'all', claims: {} }, first }));
});
afterEach(() => api.close());

const link = async (maker: string) => (await makePasswordLink(await actAs(api.provider, maker), sub)).link;
const redeem = async (address: string) => {
  const token = new URL(address).searchParams.get('token') ?? '';
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
  const body = encodeForm({ token, password: `${password}, mine`, confirmation: `${password}, mine` });
  const request = { method: 'POST', path: '/setup/submit', query: '', clientAddress: '192.0.2.1', headers, body };
  expect((await handleSetupSubmit(request, api.provider.context())).headers.location).toContain('done');
};

/** What may happen to the account, in the words of the table. */
const steps = {
  'the editor adds everything': () => addEverything(),
  'an owner gives the role': async () => setRole(await actAs(api.provider, 'root'), sub, 'owner'),
  'the API gives the role': async () => {
    const token = await api.tokenOf('owner', 'signet.admin.owner');
    await api.call('PUT', `/users/${sub}/role`, { token, body: { role: 'owner' } });
  },
  'a file gives the role': () => api.provider.configure({ users: [{ ...mallory, admin: 'owner' }] }),
  'a file gives the role and a password': () =>
    api.provider.configure({ users: [{ ...mallory, admin: 'owner', password: 'nine copper kettles whistle' }] }),
  'a file gives a password': () =>
    api.provider.configure({ users: [{ ...mallory, password: 'nine copper kettles whistle' }] }),
  'a file gives the waiting role a password': () =>
    api.provider.configure({ users: [{ ...mallory, admin: 'owner', password: 'nine copper kettles whistle' }] }),
  'a file removes the password of the waiting role': () =>
    api.provider.configure({ users: [{ ...mallory, admin: 'owner', password_hash: null }] }),
  'a file removes the password': () => api.provider.configure({ users: [{ ...mallory, password_hash: null }] }),
  'the person uses an owner’s link': async () => redeem(await link('root')),
  'the person uses an editor’s link': async () => redeem(await link('erin')),
  'the command line sets a password': async () => {
    const { db, now } = api.provider.context();
    const set = { passwordHash: 'typed at a terminal', passwordCarries: 'owner' as const };
    await transaction(db, (tx) => replacePassword(tx, proven('operator', sub), set, now));
  },
} satisfies Record<string, () => Promise<unknown>>;

type Step = keyof typeof steps;

/** Everything that the editor can add or open after signing in with the password that the editor chose. */
async function addEverything() {
  const { db, now } = api.provider.context();
  const createdAt = new Date(now.getTime() + 1000);
  const times = { sub, createdAt, expiresAt: new Date('2100-01-01') };
  const key = { publicKey: 'x', transports: '', aaguid: '', name: 'x', deviceBound: false, backedUp: true };
  await db.passkey.create({ data: { ...key, id: 'planted', sub, counter: 0n, createdAt } });
  await db.authenticator.create({ data: { sub, sealed: 'x', createdAt } });
  await db.recoveryCode.create({ data: { sub, hash: 'planted', salt: 'x', createdAt } });
  const identity = { provider: 'corp', issuer: 'https://corp.test', subject: 'planted', sub, claims: [] };
  await transaction(db, (tx) => createIdentity(tx, proven('provider', identity.sub), identity, createdAt));
  await db.trustedDevice.create({ data: { ...times, hash: 'planted', id: 'planted', lastUsedAt: createdAt } });
  await db.knownBrowser.create({ data: { ...times, hash: 'planted' } });
  const { sub: _, ...own } = times;
  await db.browser.create({ data: { ...own, id: 'planted', handleHash: 'planted' } });
  const session = { ...times, sid: 'planted', browserId: 'planted', authTime: createdAt, idp: 'local' };
  await db.session.create({ data: { ...session, remember: false, lastSeenAt: createdAt } });
  await db.grant.create({ data: { ...times, id: 'planted', clientId: 'web', scope: 'openid', sid: 'planted' } });
  const proofs = writeProofs([{ factor: 'password', at: createdAt }]);
  const waiting = { browserHash: 'b', provedSub: sub, proofs, startedAt: createdAt, expiresAt: times.expiresAt };
  await db.interaction.create({ data: { ...waiting, hash: 'planted' } });
  await db.passwordLink.create({ data: { ...times, hash: 'planted', carries: 'auditor' } });
  for (const kind of linkKinds) {
    await db.accountLink.create({ data: { ...times, hash: kind, kind, email: 'mallory@example.com' } });
  }
}

/** What the editor could still use. */
async function whatIsLeft(): Promise<string[]> {
  const { db } = api.provider.context();
  const links = await db.accountLink.findMany({ where: { sub, usedAt: null }, orderBy: { kind: 'asc' } });
  const counts: readonly (readonly [string, number])[] = [
    ['passkey', await db.passkey.count({ where: { sub } })],
    ['authenticator app', await db.authenticator.count({ where: { sub } })],
    ['recovery codes', await db.recoveryCode.count({ where: { sub } })],
    ['identity', await db.userIdentity.count({ where: { sub } })],
    ['trusted device', await db.trustedDevice.count({ where: { sub } })],
    ['known browser', await db.knownBrowser.count({ where: { hash: 'planted' } })],
    ['session', await db.session.count({ where: { sub, endedAt: null } })],
    ['grant', await db.grant.count({ where: { sub, revokedAt: null } })],
    ['sign-in under way', await db.interaction.count({ where: { provedSub: sub, proofs: { not: '[]' } } })],
    ['password link', await db.passwordLink.count({ where: { hash: 'planted', usedAt: null } })],
  ];
  return [...counts.filter(([, left]) => left > 0).map(([name]) => name), ...links.map(({ kind }) => kind)];
}

async function inForce(): Promise<AdminRole | null> {
  const user = await findUserBySub(api.provider.context().db, sub);
  return user && roleInForce(user);
}

const adds = 'the editor adds everything';
const factors = ['passkey', 'authenticator app', 'recovery codes'];
/** The links that lead to no role: the account's own address, and the address and password from before. */
const harmless = ['undo_email', 'verify_email'];

describe('what an editor added to an account that gets a role (security #161, decision 020)', () => {
  it.each<[Step[], string[]]>([
    [[adds, 'an owner gives the role', 'the person uses an owner’s link'], []],
    [[adds, 'the API gives the role', 'the person uses an owner’s link'], []],
    [[adds, 'a file gives the role', 'the person uses an owner’s link'], []],
    [[adds, 'an owner gives the role', 'the command line sets a password'], []],
    [[adds, 'a file gives the role and a password'], []],
    [[adds, 'a file gives a password', 'an owner gives the role'], []],
    [[adds, 'a file removes the password', 'an owner gives the role'], []],
    [['an owner gives the role', adds, 'the person uses an owner’s link'], harmless],
    [['an owner gives the role', adds, 'a file gives the waiting role a password'], harmless],
    [['an owner gives the role', adds, 'a file removes the password of the waiting role'], harmless],
  ])('is gone once the role is in force: %j', async (way, left) => {
    for (const step of way) await steps[step]();
    expect(await inForce()).toBe('owner');
    expect(await whatIsLeft()).toEqual(left);
  });

  it.each<[Step[], string[]]>([
    [
      [adds, 'the person uses an owner’s link'],
      [...factors, ...harmless],
    ],
    [
      [adds, 'the person uses an editor’s link'],
      [...factors, ...harmless],
    ],
    [
      [adds, 'the command line sets a password'],
      [...factors, ...harmless],
    ],
  ])('stays as far as it may be the person’s own without a role, and is gone with one: %j', async (way, left) => {
    const opened = ['trusted device', 'known browser', 'session', 'grant', 'sign-in under way'];
    for (const step of way) await steps[step]();
    expect((await whatIsLeft()).filter((one) => !opened.includes(one))).toEqual(left);
    await steps['an owner gives the role']();
    expect(await inForce()).toBeNull();
    expect(await whatIsLeft()).toEqual([]);
    await steps['the person uses an owner’s link']();
    expect(await inForce()).toBe('owner');
  });

  it.each<[string, Step[]]>([
    ['root', [adds, 'an owner gives the role']],
    ['mallory', ['an owner gives the role', adds, 'the person uses an owner’s link']],
  ])('is recorded as removed by %s: %j', async (name, way) => {
    const { db } = api.provider.context();
    for (const step of way) await steps[step]();
    const types = { in: ['factor.removed', 'identity.unlinked'] };
    const events = await db.auditEvent.findMany({ where: { type: types, targetId: sub } });
    expect(events.map(({ actorName, type, details }) => [actorName, type, JSON.parse(details).factor]).sort()).toEqual([
      ...['passkey', 'recovery', 'totp'].map((factor) => [name, 'factor.removed', factor]),
      [name, 'identity.unlinked', undefined],
    ]);
  });
});

describe('factors of a person', () => {
  it.each([null, 'auditor'] as const)(
    'stay with a new password by a link, with the role %s (security #91)',
    async (admin) => {
      const { db } = api.provider.context();
      await db.user.update({ where: { sub }, data: { admin, passwordCarries: 'auditor' } });
      await addEverything();
      await steps['the person uses an owner’s link']();
      expect((await whatIsLeft()).filter((one) => factors.includes(one))).toEqual(factors);
      expect(await findUserBySub(db, sub)).toMatchObject({ passwordCarries: 'auditor' });
    },
  );

  it('stay when a role is given that the password counts for', async () => {
    const { db } = api.provider.context();
    await db.user.update({ where: { sub }, data: { passwordCarries: 'owner' } });
    await addEverything();
    await steps['an owner gives the role']();
    expect(await inForce()).toBe('owner');
    expect(await whatIsLeft()).toEqual([...factors, 'identity']);
  });

  it('leave a role in force that an account without a password has', async () => {
    const { db } = api.provider.context();
    await db.user.update({ where: { sub }, data: { admin: 'editor', passwordHash: null, passwordCarries: null } });
    await addEverything();
    await steps['the person uses an owner’s link']();
    expect(await inForce()).toBe('editor');
    expect((await whatIsLeft()).filter((one) => factors.includes(one))).toEqual(factors);
  });
});
