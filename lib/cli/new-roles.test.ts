import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setRole } from '#lib/admin/users/change-account';
import { makePasswordLink } from '#lib/admin/users/change-credentials';
import { readUserFacts } from '#lib/admin/users/read';
import { createAccount, type FirstPassword, saveProfile } from '#lib/admin/users/save-user';
import { listEvents } from '#lib/audit/event-store';
import { transaction } from '#lib/db/transaction';
import type { HttpResponse } from '#lib/http/types';
import { handleSetupSubmit } from '#lib/login/setup/password';
import { apiSecret, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { actAs, subOf } from '#lib/testing/administrator';
import { createKnownBrowser } from '#lib/testing/known-browser';
import { basic, bodyOf, encodeForm, issuer } from '#lib/testing/provider';
import { createIdentity, findIdentity } from '#lib/users/identity-store';
import { findUserBySub } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';

const password = 'purple otter counts seventeen clocks';
let api: TestApi;

beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const setPassword = (link: string): Promise<HttpResponse> => {
  const token = new URL(link).searchParams.get('token') ?? '';
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
  const body = encodeForm({ token, password, confirmation: password });
  const request = { method: 'POST', path: '/setup/submit', query: '', clientAddress: '192.0.2.1', headers, body };
  return handleSetupSubmit(request, api.provider.context());
};

/** Creates an account as an editor. */
async function make(first: FirstPassword, maker = 'erin') {
  const admin = await actAs(api.provider, maker);
  return createAccount(admin, { profile: { username: 'mallory', tenants: 'all', claims: {} }, first });
}

const promote: Record<string, (sub: string) => Promise<unknown>> = {
  'the area': async (sub) => setRole(await actAs(api.provider, 'root'), sub, 'owner'),
  'the admin API': async (sub) => {
    const token = await api.tokenOf('owner', 'signet.admin.owner');
    return api.call('PUT', `/users/${sub}/role`, { token, body: { role: 'owner' } });
  },
  'a configuration file': () => api.provider.configure({ users: [{ username: 'mallory', admin: 'owner' }] }),
};
const ways = Object.keys(promote);

async function tokenOfMallory(): Promise<string> {
  const fields = { grant_type: 'password', username: 'mallory', password, scope: 'signet.admin' };
  const response = await api.provider.post('/connect/token', fields, { authorization: basic('console', apiSecret) });
  return String(bodyOf(response).access_token);
}

/** Calls the admin API as mallory after a new sign-in, and returns the status. */
const askAsMallory = async () => (await api.call('GET', '/keys', { token: await tokenOfMallory() })).status;
const linkOfOwner = async (sub: string) => (await makePasswordLink(await actAs(api.provider, 'root'), sub)).link;

describe.each(ways)('a role given by %s (security #161)', (way) => {
  it('is not in effect with a password that an editor chose, until the person sets one with an owner’s link', async () => {
    const { sub } = await make({ kind: 'typed', password });
    await promote[way]?.(sub);
    expect(await askAsMallory()).toBe(403);
    const root = await actAs(api.provider, 'root');
    expect(await readUserFacts(root, sub)).toMatchObject({ role: 'owner', passwordDue: true });
    await setPassword(await linkOfOwner(sub));
    expect(await askAsMallory()).toBe(200);
    expect(await readUserFacts(root, sub)).toMatchObject({ role: 'owner', passwordDue: false });
  });

  it('is not in effect with a password from an editor’s link: the editor could have used it', async () => {
    const { sub, link } = await make({ kind: 'link' });
    await setPassword(link ?? '');
    await promote[way]?.(sub);
    expect(await askAsMallory()).toBe(403);
  });

  it('is in effect at once with a password from an owner’s link', async () => {
    const { sub, link } = await make({ kind: 'link' }, 'root');
    await setPassword(link ?? '');
    await promote[way]?.(sub);
    expect(await askAsMallory()).toBe(200);
  });

  it('ends earlier tokens, known browsers and links', async () => {
    const { sub } = await make({ kind: 'typed', password });
    const { db } = api.provider.context();
    const token = await tokenOfMallory();
    await createKnownBrowser(db, sub, api.provider.context().now);
    const { link } = await makePasswordLink(await actAs(api.provider, 'erin'), sub);
    await promote[way]?.(sub);
    expect((await api.call('GET', '/users', { token })).status).toBe(401);
    expect(await db.knownBrowser.count({ where: { sub } })).toBe(0);
    expect((await setPassword(link)).headers.location).not.toContain('done');
  });
});

describe('an identity that an editor connected with the password (security #161)', () => {
  const key = { provider: 'corp', issuer: 'https://corp.test', subject: 'editor' };
  const connect = async (sub: string) => {
    const { db, now } = api.provider.context();
    await transaction(db, (tx) =>
      createIdentity(tx, proven('provider', sub), { ...key, claims: [] }, new Date(now.getTime() + 1000)),
    );
  };
  const mallory = { username: 'mallory' };

  it.each<[string, readonly object[]]>([
    ['a role', [{ ...mallory, admin: 'owner' }]],
    ['a role and a password', [{ ...mallory, admin: 'owner', password: 'nine copper kettles whistle' }]],
    ['a role and no password', [{ ...mallory, admin: 'owner', password_hash: null }]],
    [
      'no password, and then a role',
      [
        { ...mallory, password_hash: null },
        { ...mallory, admin: 'owner' },
      ],
    ],
    [
      'a password, and then a role',
      [
        { ...mallory, password: 'nine copper kettles whistle' },
        { ...mallory, admin: 'owner' },
      ],
    ],
  ])('is removed when the file gives the account %s', async (_, users) => {
    const { sub } = await make({ kind: 'typed', password });
    await connect(sub);
    for (const user of users) await api.provider.configure({ users: [user] });
    const { db } = api.provider.context();
    expect((await findUserBySub(db, sub))?.admin).toBe('owner');
    expect(await findIdentity(db, key)).toBeNull();
    const told = await listEvents(db, { types: ['identity.unlinked'] }, 5);
    expect(told.map(({ targetId, details }) => [targetId, JSON.parse(details)])).toEqual([[sub, key]]);
  });

  it('stays while the account has no role, so that people without passwords can sign in', async () => {
    const { sub } = await make({ kind: 'typed', password });
    await connect(sub);
    await api.provider.configure({ users: [{ ...mallory, password_hash: null }] });
    expect(await findIdentity(api.provider.context().db, key)).not.toBeNull();
  });
});

describe('an account with a role that is not in effect', () => {
  const pending = async () => {
    const { sub } = await make({ kind: 'typed', password });
    await promote['the area']?.(sub);
    return sub;
  };

  it('does not count as another owner for the last one (security #161)', async () => {
    await pending();
    const root = await actAs(api.provider, 'root');
    const demote = setRole(root, await subOf(api.provider, 'root'), null);
    await expect(demote).rejects.toMatchObject({ code: 'last_owner' });
  });

  it('is out of reach of editors, who could set its password again', async () => {
    const sub = await pending();
    await expect(makePasswordLink(await actAs(api.provider, 'erin'), sub)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('keeps it when its profile is saved', async () => {
    const sub = await pending();
    const root = await actAs(api.provider, 'root');
    const { version } = await readUserFacts(root, sub);
    await saveProfile(root, sub, {
      profile: { username: 'mallory', tenants: 'all', claims: { name: 'Mal' } },
      version,
    });
    expect(await askAsMallory()).toBe(403);
  });
});

it('a password of the file is enough for every role: its author controls the installation', async () => {
  await make({ kind: 'typed', password });
  await api.provider.configure({
    users: [{ username: 'mallory', admin: 'owner', password: `${password} of the file` }],
  });
  await api.provider.configure({ users: [{ username: 'mallory', admin: 'owner', password }] });
  expect(await askAsMallory()).toBe(200);
});

it('an unchanged role ends nothing', async () => {
  const token = await api.tokenOf('erin', 'signet.admin');
  const root = await actAs(api.provider, 'root');
  await setRole(root, await subOf(api.provider, 'erin'), 'editor');
  expect((await api.call('GET', '/users', { token })).status).toBe(200);
  await setRole(root, await subOf(api.provider, 'erin'), 'auditor');
  expect((await api.call('GET', '/users', { token })).status, 'also a lesser one').toBe(401);
});
