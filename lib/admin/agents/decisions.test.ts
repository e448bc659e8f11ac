import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { sweepRegistrations } from '#lib/protocol/registration/sweep-registrations';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { fixtures, issueCode, redeem, refresh } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson } from '#lib/testing/person';
import { bodyOf } from '#lib/testing/provider';
import { pathKey } from '#lib/vocabulary/path-segment';

const callback = 'https://helper.example/cb';
let api: TestApi;
let token: string;
let made = 0;

beforeAll(async () => {
  api = await createTestApi({
    ...fixtures,
    clients: [...fixtures.clients, ...apiConfiguration.clients.filter(({ client_id: id }) => id === 'editor')],
    portal: { dynamic_registration: 'open' },
  });
  token = await api.tokenOf('editor', 'signet.admin');
});
afterAll(() => api.close());
beforeEach(() => {
  made += 1;
});

const post = (clientId: string, verb: string, match = '*') =>
  api.call('POST', `/agents/${pathKey(clientId)}/${verb}`, { token, headers: { 'if-match': match } });

const decide = async (clientId: string, verb: string) => {
  const answer = await post(clientId, verb);
  await api.provider.configure({});
  return answer;
};

/** A program with a name and host that no other test uses. */
const own = () => ({ client_name: `Helper ${made}`, redirect_uris: [`https://helper-${made}.example/cb`] });

async function register(metadata: object = own()) {
  const body = JSON.stringify({ token_endpoint_auth_method: 'none', grant_types: grants, ...metadata });
  const headers = { 'content-type': 'application/json' };
  const answer = await api.provider.send('/connect/register', { method: 'POST', body, headers });
  const { client_id: id, registration_access_token: bearer, registration_client_uri: uri } = bodyOf(answer);
  return { id: String(id), bearer: String(bearer), uri: String(uri) };
}

const grants = ['authorization_code', 'refresh_token'];
const redirectUri = () => own().redirect_uris[0] ?? callback;

async function tokensOf(clientId: string) {
  const asked = { client_id: clientId, redirect_uri: redirectUri(), scope: 'openid offline_access' };
  const issued = await issueCode(api.provider, asked);
  return bodyOf(await redeem(api.provider, issued, { client_id: clientId, redirect_uri: redirectUri() }, null));
}

const isServed = async (clientId: string, uri = redirectUri()) => {
  const { path } = authorizeRequest({ client_id: clientId, redirect_uri: uri, scope: 'openid' });
  return (await createPerson(api.provider).get(path)).status !== 400;
};

const refreshed = (clientId: string, refreshToken: unknown) =>
  refresh(api.provider, refreshToken, { client_id: clientId }, null);

describe('a decision about an agent', () => {
  it('blocked: disables it and ends its grants permanently', async () => {
    const { id } = await register();
    const tokens = await tokensOf(id);
    const { consent, grant } = api.provider.context().db;
    const { sub } = await grant.findFirstOrThrow({ where: { clientId: id } });
    const remembered = { scope: 'openid offline_access', createdAt: api.provider.context().now };
    const where = { sub_clientId: { sub: sub ?? '', clientId: id } };
    await consent.upsert({ where, create: { sub: sub ?? '', clientId: id, ...remembered }, update: remembered });
    expect(await decide(id, 'block')).toMatchObject({ status: 200, json: { trust: 'blocked', enabled: false } });
    expect(await isServed(id)).toBe(false);
    expect(await consent.count({ where: { clientId: id } }), 'people are asked again after an unblock').toBe(0);
    expect((await refreshed(id, tokens.refresh_token)).status).toBe(401);
    expect(await decide(id, 'unblock')).toMatchObject({ status: 200, json: { trust: 'unknown', enabled: true } });
    expect(await isServed(id)).toBe(true);
    expect(bodyOf(await refreshed(id, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' });
    const { db } = api.provider.context();
    expect((await db.grant.findFirst({ where: { clientId: id } }))?.revokedReason).toBe('agent_blocked');
    const types = ['client.blocked', 'client.unblocked'] as const;
    const events = await listEvents(db, { types: [...types], targetId: id }, 5);
    expect(new Set(events.map(({ type, actorName }) => `${actorName}: ${type}`))).toEqual(
      new Set(types.map((type) => `editor: ${type}`)),
    );
  });

  it('blocked: also blocks later registrations with its name or redirect host', async () => {
    const { id } = await register();
    const before = await register();
    await decide(id, 'block');
    const uri = `https://elsewhere-${made}.example/cb`;
    const renamed = await register({ client_name: 'Another name', redirect_uris: [redirectUri()] });
    const moved = await register({ ...own(), redirect_uris: [uri] });
    const other = await register({ client_name: `Another ${made}`, redirect_uris: [uri] });
    expect(await Promise.all([isServed(before.id), isServed(renamed.id), isServed(moved.id, uri)])).toEqual([
      false,
      false,
      false,
    ]);
    expect(await isServed(other.id, uri)).toBe(true);
    // An approval counts for one registration only.
    expect(await decide(renamed.id, 'approve')).toMatchObject({ json: { trust: 'approved', enabled: true } });
    expect([await isServed(renamed.id), await isServed(before.id)]).toEqual([true, false]);
    await decide(id, 'unblock');
    expect(await Promise.all([isServed(before.id), isServed(moved.id, uri)])).toEqual([true, true]);
  });

  it('blocked: cannot be lifted by the agent changing or deleting itself (RFC 7592 §2)', async () => {
    const { id, bearer, uri } = await register();
    await decide(id, 'block');
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ client_id: id, ...own(), client_name: 'Harmless' });
    for (const [method, sent] of [
      ['PUT', body],
      ['DELETE', ''],
    ] as const) {
      expect((await api.provider.send(uri, { method, headers, body: sent })).status).toBe(403);
    }
    expect(await isServed(id)).toBe(false);
  });

  it.each<[string, (uri: string) => object]>([
    ['name', (uri) => ({ ...own(), redirect_uris: [uri] })],
    ['redirect host', () => ({ ...own(), client_name: 'Another name' })],
  ])('blocked: cannot be lifted by an earlier registration with its %s (RFC 7592 §2)', async (_, metadata) => {
    const { id } = await register();
    const uri = `https://elsewhere-${made}.example/cb`;
    const shared = metadata(uri);
    const other = await register(shared);
    await decide(id, 'block');
    const headers = { authorization: `Bearer ${other.bearer}`, 'content-type': 'application/json' };
    const send = (method: string, sent: object = {}) => {
      const body = JSON.stringify({ client_id: other.id, token_endpoint_auth_method: 'none', ...sent });
      return api.provider.send(other.uri, { method, headers, body });
    };
    const harmless = { client_name: `Harmless ${made}`, redirect_uris: [uri] };
    for (const answer of [await send('PUT', harmless), await send('GET'), await send('DELETE')]) {
      expect([answer.status, bodyOf(answer).error]).toEqual([403, 'insufficient_scope']);
    }
    expect(await isServed(other.id, uri), 'it is as it was').toBe(false);
    await decide(other.id, 'approve');
    expect((await send('PUT', { ...shared, policy_uri: 'https://helper.example/p' })).status, 'approved').toBe(200);
    await decide(id, 'unblock');
    expect((await send('PUT', harmless)).status, 'no block is left').toBe(200);
  });

  it('blocked: survives the deletion of unused registrations', async () => {
    const { id } = await register();
    const { id: another } = await register();
    await decide(id, 'block');
    const { db, now } = api.provider.context();
    await sweepRegistrations(db, { now: new Date(now.getTime() + 8 * 86_400_000) });
    const left = await db.client.findMany({ where: { clientId: { in: [id, another] } } });
    expect(left.map(({ clientId }) => clientId)).toEqual([id]);
  });

  it('approved: holds until the description of the program changes', async () => {
    const { id, bearer, uri } = await register();
    expect(await decide(id, 'approve')).toMatchObject({ json: { trust: 'approved' } });
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const put = (more: object) => {
      const metadata = { client_id: id, token_endpoint_auth_method: 'none', grant_types: grants, ...own(), ...more };
      return api.provider.send(uri, { method: 'PUT', headers, body: JSON.stringify(metadata) });
    };
    const trust = async () => {
      const { json } = await api.call('GET', `/agents?q=helper-${made}.example`, { token });
      return json.items;
    };
    expect((await put({ policy_uri: 'https://helper.example/policy' })).status).toBe(200);
    await api.provider.configure({});
    expect((await api.call('GET', `/clients/${id}`, { token })).json.agent_state).toBe('approved');
    expect((await put({ client_name: 'Your bank' })).status).toBe(200);
    expect((await api.call('GET', `/clients/${id}`, { token })).json.agent_state).toBe('pending');
    expect(await trust()).toMatchObject([{ client_id: id }]);
  });

  it('approved as shown: requires a version, and refuses one that changed since', async () => {
    const { id, bearer, uri } = await register();
    const read = await api.call('GET', `/clients/${id}`, { token });
    const seen = String(read.headers.etag);
    expect(await api.call('POST', `/agents/${id}/approve`, { token })).toMatchObject({ status: 428 });
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const other = { ...own(), client_id: id, token_endpoint_auth_method: 'none', client_name: 'Your bank' };
    await api.provider.send(uri, { method: 'PUT', headers, body: JSON.stringify(other) });
    expect(await post(id, 'approve', seen)).toMatchObject({ status: 412 });
    expect((await api.call('GET', `/clients/${id}`, { token })).json.agent_state).toBe('pending');
    const again = await api.call('GET', `/clients/${id}`, { token });
    expect(await post(id, 'approve', String(again.headers.etag))).toMatchObject({ status: 200 });
  });

  it('is listed with the requested scopes, and a client of the operator is not an agent', async () => {
    const { id } = await register();
    const { id: another } = await register({ ...own(), client_name: 'Other' });
    await decide(another, 'block');
    const found = async (query: string) => {
      const { json } = await api.call('GET', `/agents?q=helper-${made}.example${query}`, { token });
      return (json.items as { client_id: string }[]).map(({ client_id: clientId }) => clientId);
    };
    expect(new Set(await found(''))).toEqual(new Set([id, another]));
    expect(await found('&source=document')).toEqual([]);
    expect(new Set(await found('&trust=blocked'))).toEqual(new Set([id, another]));
    expect(await found('&trust=approved')).toEqual([]);
    for (const clientId of ['web', 'nobody']) expect((await decide(clientId, 'approve')).status).toBe(404);
  });

  it('twice at once: one succeeds, and the other gets a conflict', async () => {
    const { id } = await register();
    const answers = await Promise.all(['approve', 'block'].map((verb) => post(id, verb)));
    const statuses = answers.map(({ status }) => status);
    const { db } = api.provider.context();
    const state = (await db.client.findUniqueOrThrow({ where: { clientId: id } })).agentState;
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 409, 412]).toContain(status);
    expect(['approved', 'blocked']).toContain(state);
    const changes = await db.configurationChange.count({ where: { key: id, before: { not: null } } });
    expect(changes).toBe(statuses.filter((status) => status === 200).length);
  });
});
