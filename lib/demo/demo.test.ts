import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context, Handler } from '#lib/context';
import { masterSecret } from '#lib/crypto/master-secret';
import type { HttpResponse } from '#lib/http/types';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { handleDemoCallback } from './demo-callback';
import { readDemoState, writeDemoState } from './demo-cookie';
import { describeFailure } from './demo-form';
import { type DemoSession, findDemoSession, saveDemoSession } from './demo-sessions';
import { readDemoPage } from './read-demo-page';
import { handleDemoRefresh, handleDemoSignOut, handleDemoStart } from './start-demo';

const demo = {
  client_id: 'demo',
  token_endpoint_auth_method: 'none',
  redirect_uris: [`${issuer}/demo/callback`],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile',
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ clients: [demo] });
});
afterAll(() => provider.close());

/** The demo is for callers on this machine. */
const here = () => ({ ...provider.context(), isLocal: true });

const headers = { origin: issuer };
const request = { method: 'GET', path: '/demo', query: '', headers, body: '', clientAddress: '192.0.2.1' };
const send = (handler: Handler, changes = {}, context = here()) => handler({ ...request, ...changes }, context);
const cookieOf = (response: HttpResponse) => String(response.headers['set-cookie']).split(';')[0] ?? '';

const session: DemoSession = {
  claims: { iss: issuer, aud: 'demo', sub: 'sub-1', iat: 0, exp: 1 },
  userInfo: { sub: 'sub-1', name: 'Alice Smith', role: ['buyer'] },
  idToken: 'id.to.ken',
  accessToken: 'ac.cess.token',
  refreshToken: 'refresh-1',
  scope: 'openid',
  accessTokenExpiresAt: new Date('2026-01-01T13:00:00Z'),
  refreshedAt: null,
};

describe.each<[string, () => Context]>([
  ['without its client', () => ({ ...here(), snapshot: { ...here().snapshot, clients: new Map() } })],
  ['for callers of other machines (security #193)', () => provider.context()],
])('%s the demo does not exist', (_name, without) => {
  it.each([
    ['start', handleDemoStart],
    ['callback', handleDemoCallback],
    ['refresh', handleDemoRefresh],
    ['sign-out', handleDemoSignOut],
  ])('%s answers 404', async (_, handler) => {
    expect((await send(handler, {}, without())).status).toBe(404);
  });

  it('has no page', async () => {
    expect(await readDemoPage(without(), undefined)).toBeNull();
  });
});

describe('the demo', () => {
  it('does not exist while the client is disabled', async () => {
    await provider.configure({ clients: [{ ...demo, enabled: false }] });
    expect(await readDemoPage(here(), undefined)).toBeNull();
    await provider.configure({ clients: [demo] });
    expect(await readDemoPage(here(), undefined)).toEqual({ problem: null, signedIn: null, agent: null });
  });
});

describe('a form of the demo', () => {
  it.each(['/demo/refresh', '/demo/sign-out', '/demo/device/start', '/demo/device/check', '/demo/device/reset'])(
    '%s of another site is refused and changes no cookie (security #100)',
    async (path) => {
      await provider.configure({ clients: [demo, { ...demo, client_id: 'demo-device' }] });
      for (const origin of [undefined, 'null', 'https://evil.example', `${issuer}.evil.example`]) {
        const answer = await provider.send(path, { method: 'POST', body: '', headers: { origin } });
        expect([origin, answer.status, answer.headers['set-cookie']]).toEqual([origin, 403, undefined]);
      }
    },
  );
});

describe('an unexpected callback', () => {
  it.each([
    ['GET', { query: 'code=stolen&state=x' }],
    ['POST', { body: 'code=stolen&state=x' }],
  ])('redeems nothing by %s (RFC 9700 §4.7)', async (method, changes) => {
    const answer = await send(handleDemoCallback, { method, ...changes });
    expect([answer.status, answer.headers.location]).toEqual([303, `${issuer}/demo`]);
    const page = await readDemoPage(here(), cookieOf(answer));
    expect(page).toMatchObject({ signedIn: null, problem: { error: 'no_sign_in' } });
  });
});

describe('the cookie', () => {
  it('carries the state and is HttpOnly, Lax and Secure', async () => {
    const { settings } = here();
    const pending = { state: 's', nonce: 'n', codeVerifier: 'v' };
    const line = await writeDemoState({ pending }, settings);
    expect(line).toMatch(/^__Host-signet-demo=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/);
    expect(line).not.toContain('"');
    expect(await readDemoState(line.split(';')[0], settings)).toEqual({ pending });
  });

  it.each([
    ['none', () => undefined],
    ['an empty one', () => '__Host-signet-demo='],
    ['one that was changed', (cookie: string) => `${cookie.slice(0, -3)}AAA`],
    ['nonsense', () => '__Host-signet-demo=nonsense'],
  ])('is ignored when it is %s', async (_, change) => {
    const { settings } = here();
    const [cookie = ''] = (await writeDemoState({ session: 'x' }, settings)).split(';');
    expect(await readDemoState(change(cookie), settings)).toEqual({});
  });

  it('of another secret is ignored', async () => {
    const { settings } = here();
    const [cookie] = (
      await writeDemoState(
        { session: 'x' },
        { ...settings, secret: masterSecret('another secret of 32 bytes or more') },
      )
    ).split(';');
    expect(await readDemoState(cookie, settings)).toEqual({});
  });
});

describe('what was received', () => {
  it('is shown as names and values, and never a token', async () => {
    const { settings, now } = here();
    const cookie = await writeDemoState({ session: saveDemoSession(session, now) }, settings);
    const page = await readDemoPage(here(), cookie.split(';')[0]);
    expect(page?.signedIn).toMatchObject({ name: 'Alice Smith', canRefresh: true });
    expect(page?.signedIn?.userInfo).toContainEqual({ name: 'role', value: '["buyer"]' });
    expect(page?.signedIn?.tokens).toContainEqual({ name: 'access token', value: 'JWT' });
    expect(JSON.stringify(page)).not.toMatch(/ac\.cess|id\.to\.ken|refresh-1/);
  });

  it('is kept for an hour, for a limited number of people', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    const first = saveDemoSession(session, now);
    expect(findDemoSession(first, new Date('2026-01-01T00:59:59Z'))).toBe(session);
    expect(findDemoSession(first, new Date('2026-01-01T01:00:00Z'))).toBeNull();
    for (let count = 0; count < 200; count += 1) saveDemoSession(session, now);
    expect(findDemoSession(first, now)).toBeNull();
  });
});

describe('describeFailure', () => {
  it.each([
    [
      { error: 'access_denied', error_description: 'no' },
      { error: 'access_denied', description: 'no' },
    ],
    [{ error: 'access_denied' }, { error: 'access_denied', description: '' }],
    [Object.assign(new Error('bad'), { code: 'OAUTH_X' }), { error: 'OAUTH_X', description: 'bad' }],
    [new Error('internal'), { error: 'unexpected', description: 'The response is not valid' }],
    [null, { error: 'unexpected', description: 'The response is not valid' }],
    [{ error: 'x'.repeat(1000) }, { error: 'x'.repeat(100), description: '' }],
  ])('%j', (failure, expected) => {
    expect(describeFailure(failure)).toEqual(expected);
  });
});
