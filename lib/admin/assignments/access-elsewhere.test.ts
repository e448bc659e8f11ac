import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readApps } from '#lib/account/apps/read';
import { beginRecording } from '#lib/clients/usage/use-store';
import { parseParameters } from '#lib/http/form';
import { badge } from '#lib/protocol/grants/badge.fixture';
import { sweepRegistrations } from '#lib/protocol/registration/sweep-registrations';
import { apiConfiguration, apiSecret, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { issueCode, redeem } from '#lib/testing/fixtures';
import { locationOf, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, encodeForm } from '#lib/testing/provider';
import { findUserByUsername } from '#lib/users/user-store';

const closed = { access: 'assigned', access_groups: ['staff'] };
const secret = { client_secrets: [{ value: apiSecret }] };
const app = {
  ...{ client_id: 'app', ...secret, redirect_uris: [redirectUri], require_consent: false },
  post_logout_redirect_uris: ['https://rp.test/out'],
  scope: 'openid profile',
};
const kiosk = { client_id: 'kiosk', ...secret, grant_types: [badge.grantType], scope: 'openid profile orders' };
const [, , , , console] = apiConfiguration.clients;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    ...apiConfiguration,
    groups: [{ name: 'staff' }],
    clients: [...apiConfiguration.clients, app, kiosk],
    users: [...apiConfiguration.users, { username: 'badge-4711' }],
  });
});
afterAll(() => api.close());
afterEach(() =>
  api.provider.configure({ clients: [console, app, kiosk], users: [{ username: 'root', admin: 'owner', groups: [] }] }),
);

const close = (client: object | undefined) => api.provider.configure({ clients: [{ ...client, ...closed }] });

describe('somebody without access (decision 023)', () => {
  it('at the admin API, with a token of a client: 401 invalid_token, and 200 once there is access again', async () => {
    const token = await api.tokenOf('root');
    const ask = async () => {
      // The snapshot of the administration is read again within a second.
      api.provider.advance(5);
      return api.call('GET', '/clients', { token });
    };
    expect((await ask()).status).toBe(200);
    await close(console);
    const refused = await ask();
    expect([refused.status, String(refused.headers['www-authenticate'])]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    await api.provider.configure({ users: [{ username: 'root', admin: 'owner', groups: ['staff'] }] });
    expect((await ask()).status).toBe(200);
  });

  it('with an extension grant: 400 invalid_grant, after the credential was right', async () => {
    const use = async (number: string) => {
      const context = api.provider.context();
      const parameters = parseParameters(encodeForm({ badge: number, scope: 'openid orders' }));
      const client = context.snapshot.clients.get('kiosk');
      if (parameters === null || client === undefined) throw new Error('the fixture is incomplete');
      const http = { method: 'POST', path: '/connect/token', query: '', headers: {}, body: '', clientAddress: '' };
      return badge.handle({ parameters, client, proof: { dpop: null, certificate: null }, http, context });
    };
    expect(await use('4711')).toHaveProperty('access_token');
    await close(kiosk);
    await expect(use('4711')).rejects.toMatchObject({ code: 'invalid_grant', rule: 'no_access' });
    await expect(use('0815')).rejects.toMatchObject({
      code: 'invalid_grant',
      rule: expect.not.stringMatching('no_access'),
    });
  });

  it('can sign out at the client as ever, and still sees the client among the connected apps', async () => {
    const issued = await issueCode(api.provider, { client_id: 'app', scope: 'openid profile' });
    const tokens = bodyOf(await redeem(api.provider, issued, {}, basic('app', apiSecret)));
    await close(app);
    const context = api.provider.context();
    const alice = await findUserByUsername(context.db, 'alice');
    if (alice === null) throw new Error('no alice');
    expect((await readApps(alice, context)).rows.map(({ clientId }) => clientId)).toContain('app');
    const query = new URLSearchParams({
      id_token_hint: String(tokens.id_token),
      post_logout_redirect_uri: 'https://rp.test/out',
    });
    const answer = await issued.person.get(`/connect/endsession?${query}`);
    expect(locationOf(answer)).toMatch(/^https:\/\/(rp\.test\/out|op\.test\/connect\/endsession\/callback)/);
    expect(await context.db.session.count({ where: { sub: alice.sub, endedAt: null } })).toBe(0);
  });
});

describe('the people of an API, at the admin API (decision 023)', () => {
  it('are those with a role by a group or an assignment, with why, a page at a time', async () => {
    await api.provider.configure({
      apis: [
        {
          name: 'stock',
          roles: [{ name: 'clerk', groups: ['staff'] }, { name: 'boss' }, { name: 'all', default: true }],
        },
      ],
      users: [
        { username: 'erin', groups: ['staff'] },
        { username: 'amos', assignments: [{ api: 'stock', role: 'boss' }] },
        { username: 'alice', groups: ['staff'], assignments: [{ api: 'stock', role: 'boss' }] },
      ],
    });
    api.provider.advance(5);
    const token = await api.tokenOf('reader', 'signet.admin.read');
    const read = async (query: string) => (await api.call('GET', `/apis/stock/people${query}`, { token })).json;
    const rows = async (query: string) => {
      const { items } = await read(query);
      const people = Array.isArray(items) ? items : [];
      return people.map(({ username, roles }) => `${username}: ${roles.join(' ')}`).toSorted();
    };
    expect(await rows('')).toEqual(['alice: clerk boss all', 'amos: boss all', 'erin: clerk all']);
    expect(await rows('?role=boss')).toEqual(['alice: clerk boss all', 'amos: boss all']);
    expect(await rows('?group=STAFF')).toEqual(['alice: clerk boss all', 'erin: clerk all']);
    const first = await read('?limit=2');
    expect(first).toMatchObject({ everyone: true, next: expect.stringContaining('/apis/stock/people?') });
    const { json } = await api.call('GET', String(first.next), { token });
    expect(json).toMatchObject({ items: [expect.anything()], next: null });
    expect((await api.call('GET', '/apis/none/people', { token })).status).toBe(404);
  });
});

describe('a client that registered itself (decision 023)', () => {
  it.each([
    ['for everyone: is deleted for want of use', 'everyone', 0],
    ['for assigned people: stays, because it would come back open to everyone', 'assigned', 1],
  ])('%s', async (_, access, left) => {
    const { db, now } = api.provider.context();
    await beginRecording(db, now);
    const self = { client_id: `self-${access}`, redirect_uris: ['https://self.example/cb'], self_registered: true };
    await api.provider.configure({ clients: [{ ...self, token_endpoint_auth_method: 'none', access }] });
    const later = new Date(now.getTime() + 200 * 86_400_000);
    await sweepRegistrations(db, { now: later, unusedDays: 90 });
    expect(await db.client.count({ where: { clientId: self.client_id } })).toBe(left);
  });
});
