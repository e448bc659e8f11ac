import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler } from '#lib/context';
import type { HttpResponse } from '#lib/http/types';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { saveDemoSession } from '../demo-sessions';
import { readDeviceState, writeDeviceState } from './device-cookie';
import { readDeviceDemo } from './read-device-demo';
import { handleDeviceCheck, handleDeviceReset, handleDeviceStart } from './start-device';

const device = {
  client_id: 'demo-device',
  token_endpoint_auth_method: 'none',
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  scope: 'openid profile',
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ clients: [device] });
});
afterAll(() => provider.close());

/** The demo is for callers on this machine. */
const here = () => ({ ...provider.context(), isLocal: true });

const request = { method: 'POST', path: '/demo/device', query: '', headers: {}, body: '', clientAddress: '192.0.2.1' };
const send = (handler: Handler, cookie?: string, context = here()) =>
  handler({ ...request, headers: { cookie, origin: issuer } }, context);
const cookieOf = (response: HttpResponse) => String(response.headers['set-cookie']).split(';')[0] ?? '';

const waiting = () => ({
  deviceCode: 'the-device-code',
  userCode: 'WDJB-MJHT',
  verificationUri: `${issuer}/device`,
  verificationUriComplete: `${issuer}/device?user_code=WDJB-MJHT`,
  intervalSeconds: 5,
  expiresAt: here().now.getTime() + 600_000,
});

async function cookieWith(state: Parameters<typeof writeDeviceState>[0]): Promise<string> {
  return (await writeDeviceState(state, here().settings)).split(';')[0] ?? '';
}

describe('the simulated device', () => {
  it('exists only for callers on this machine (security #193)', async () => {
    expect(await readDeviceDemo(provider.context(), undefined)).toBeNull();
    for (const handler of [handleDeviceStart, handleDeviceCheck, handleDeviceReset]) {
      expect((await send(handler, undefined, provider.context())).status).toBe(404);
    }
  });

  it('exists only while its client is enabled', async () => {
    await provider.configure({ clients: [{ ...device, enabled: false }] });
    expect(await readDeviceDemo(here(), undefined)).toBeNull();
    for (const handler of [handleDeviceStart, handleDeviceCheck, handleDeviceReset]) {
      expect((await send(handler)).status).toBe(404);
    }
    await provider.configure({ clients: [device] });
    expect(await readDeviceDemo(here(), undefined)).toEqual({
      problem: null,
      waiting: null,
      connected: null,
    });
  });

  it('shows the code and does not reveal the device code', async () => {
    const page = await readDeviceDemo(here(), await cookieWith({ waiting: waiting() }));
    expect(page?.waiting).toMatchObject({ userCode: 'WDJB-MJHT', intervalSeconds: 5, remainingSeconds: 600 });
    expect(JSON.stringify(page)).not.toContain('the-device-code');
  });

  it('shows what it received', async () => {
    const { now } = here();
    const claims = { iss: issuer, sub: 'user-1', aud: 'demo-device', iat: 1, exp: 2 };
    const session = saveDemoSession(
      {
        claims,
        userInfo: { sub: 'user-1', name: 'Alice' },
        idToken: 'x',
        accessToken: 'secret-token',
        refreshToken: null,
        scope: 'openid',
        accessTokenExpiresAt: null,
        refreshedAt: null,
      },
      now,
    );
    const cookie = await cookieWith({ session });
    const page = await readDeviceDemo(here(), cookie);
    expect(page?.connected).toMatchObject({ name: 'Alice' });
    expect(JSON.stringify(page)).not.toContain('secret-token');
    const reset = await send(handleDeviceReset, cookie);
    expect(reset.headers.location).toBe(`${issuer}/demo/device`);
    expect(await readDeviceDemo(here(), cookie)).toMatchObject({ connected: null });
  });

  it('says so when the portal does not answer', async () => {
    const { settings } = here();
    for (const handler of [handleDeviceStart, handleDeviceCheck]) {
      const answer = await send(handler, await cookieWith({ waiting: waiting() }));
      expect([answer.status, answer.headers.location]).toEqual([303, `${issuer}/demo/device`]);
      expect(await readDeviceState(cookieOf(answer), settings)).toHaveProperty('problem.error');
    }
  });

  it('polls only after its request', async () => {
    const answer = await send(handleDeviceCheck);
    expect(answer.headers.location).toBe(`${issuer}/demo/device`);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});
