import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDueNotices, issueLogoutToken } from '#lib/protocol/back-channel/deliver-notices';
import { issuingOf } from '#lib/protocol/issuing';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { demoBackChannel } from '#lib/vocabulary/demo';
import { findDemoSession, saveDemoSession } from './demo-sessions';

let server: Server;
let issuer: string;
let provider: TestProvider;
/** The paths that were requested over the network. */
let requested: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requested.push(url);
    const body = await readText(request);
    const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const answer = await provider.send(url, { method, body, headers: single, isLocal: true });
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = await createTestProvider(
    { clients: [clientAt(demoBackChannel), clientAt(demoBackChannel, 'other')] },
    {
      SIGNET_ISSUER: issuer,
    },
  );
});
afterAll(async () => {
  server.close();
  await provider.close();
});
beforeEach(() => {
  requested = [];
});

function clientAt(path: string, clientId = 'demo') {
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${issuer}/demo/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile',
    backchannel_logout_uri: issuer + path,
    backchannel_logout_session_required: true,
  };
}

const keep = (sid: string, sub = 'sub-1') => {
  const { now } = provider.context();
  const claims = { iss: issuer, aud: 'demo', sub, sid, iat: 0, exp: 1 };
  const tokens = { idToken: 'x', accessToken: 'x', refreshToken: null, scope: null };
  const times = { accessTokenExpiresAt: null, refreshedAt: null };
  return saveDemoSession({ claims, userInfo: { sub }, ...tokens, ...times }, now);
};
const isKept = (id: string) => findDemoSession(id, provider.context().now) !== null;

async function notify(clientId: string, sid: string): Promise<void> {
  const { db, now } = provider.context();
  await db.logoutNotice.deleteMany();
  const times = { nextAttemptAt: now, expiresAt: new Date(now.getTime() + 600_000) };
  await db.logoutNotice.create({ data: { id: sid, clientId, sid, sub: 'sub-1', createdAt: now, ...times } });
  await deliverDueNotices(provider.context, () => now);
}

const post = (fields: Record<string, string>) =>
  provider.send(demoBackChannel, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    isLocal: true,
  });

describe('the demo application at a sign-out elsewhere (Back-Channel Logout §2.5)', () => {
  it('forgets what it got from the session, by a request over the network', async () => {
    const [ended, other] = [keep('sid-1'), keep('sid-2')];
    await notify('demo', 'sid-1');
    expect(requested).toContain(demoBackChannel);
    expect([isKept(ended), isKept(other)]).toEqual([false, true]);
    expect(await provider.context().db.logoutNotice.count({ where: { deliveredAt: null } })).toBe(0);
  });

  it.each<[string, (token: string) => Record<string, string>]>([
    ['no token', () => ({})],
    ['no JWT', () => ({ logout_token: 'x' })],
    ['another signature', (token) => ({ logout_token: `${token.slice(0, -4)}AAAA` })],
  ])('keeps it for %s (§2.6)', async (_, fields) => {
    const id = keep('sid-3');
    const { snapshot } = provider.context();
    const client = snapshot.clients.get('demo');
    if (client === undefined) throw new Error('no client');
    const token = issueLogoutToken(client, { sub: 'sub-1', sid: 'sid-3' }, issuingOf(provider.context()));
    expect((await post(fields(token))).status).toBe(400);
    expect(isKept(id)).toBe(true);
    expect((await post({ logout_token: token })).status).toBe(200);
    expect(isKept(id)).toBe(false);
  });

  it('keeps it for a token of another application (§2.6)', async () => {
    const id = keep('sid-4');
    const client = provider.context().snapshot.clients.get('other');
    if (client === undefined) throw new Error('no client');
    const token = issueLogoutToken(client, { sub: 'sub-1', sid: 'sid-4' }, issuingOf(provider.context()));
    expect((await post({ logout_token: token })).status).toBe(400);
    expect(isKept(id)).toBe(true);
  });

  it('does not exist for callers of other machines (security #193)', async () => {
    expect((await provider.send(demoBackChannel, { method: 'POST', body: '' })).status).toBe(404);
  });
});

describe('the only own address that is requested (security #123)', () => {
  it('is for no other client', async () => {
    const id = keep('sid-5');
    await notify('other', 'sid-5');
    expect([requested, isKept(id)]).toEqual([[], true]);
  });

  it.each([
    '/connect/token',
    '/demo/back-channel/',
    '/demo/back-channel?x',
    '/demo',
    '/%64emo/back-channel',
    '/metrics',
  ])('is no other one of the demo client: %s', async (path) => {
    await provider.configure({ clients: [clientAt(path)] });
    await notify('demo', 'sid-6');
    expect(requested).toEqual([]);
  });
});
