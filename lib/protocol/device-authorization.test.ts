import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import type { Database } from '#lib/db/database';
import type { Prepared } from '#lib/db/prepared';
import { sweepExpired } from '#lib/db/sweep';
import type { HttpResponse } from '#lib/http/types';
import { afterFirstRead } from '#lib/testing/after-first-read';
import {
  answerDevice,
  approvedDevice,
  authorizeDevice,
  consoleBasic,
  deviceClient,
  deviceFixtures,
  deviceGrant,
  pollDevice,
  reachConfirm,
  startDevice,
} from '#lib/testing/device';
import { refresh, userinfo } from '#lib/testing/fixtures';
import { createPerson } from '#lib/testing/person';
import {
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { handleDeviceAuthorization } from './device-authorization';
import { handleToken } from './token';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(deviceFixtures);
});
afterAll(() => provider.close());

const errorOf = async (response: ReturnType<typeof authorizeDevice>) => {
  const { status, body } = await response;
  return [status, JSON.parse(body).error];
};

describe('the device authorization endpoint (RFC 8628 §3.1, semantics §4)', () => {
  it('answers with both codes, addresses, lifetime and interval, and forbids caching', async () => {
    const response = await authorizeDevice(provider);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toContain('no-store');
    const body = bodyOf(response);
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${issuer}/device`,
      verification_uri_complete: `${issuer}/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  it('issues a numeric code when the client is configured for it', async () => {
    const { user_code: code } = bodyOf(await authorizeDevice(provider, { client_id: 'keypad' }));
    expect(code).toMatch(/^\d{3}-\d{3}-\d{3}$/);
  });

  it('stores only hashes of both codes (design: data)', async () => {
    const { deviceCode, userCode } = await startDevice(provider);
    const { db } = provider.context();
    const rows = JSON.stringify(await db.deviceRequest.findMany());
    for (const secret of [deviceCode, userCode, userCode.replace('-', '')]) expect(rows).not.toContain(secret);
  });

  it.each<[string, FormFields, Record<string, string>, number, string]>([
    ['no client', { client_id: undefined }, {}, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody' }, {}, 401, 'invalid_client'],
    ['a confidential client without its secret', { client_id: 'console' }, {}, 401, 'invalid_client'],
    ['a public client with a secret', { client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a client without the grant', { client_id: 'spa' }, {}, 400, 'unauthorized_client'],
    ['a scope that is too long', { scope: 'x'.repeat(301) }, {}, 400, 'invalid_scope'],
    ['an unknown scope', { scope: 'openid nothing' }, {}, 400, 'invalid_scope'],
    ['a scope the client may not have', { scope: 'openid email' }, {}, 400, 'invalid_scope'],
    ['identity scopes without openid', { scope: 'profile' }, {}, 400, 'invalid_scope'],
    ['a malformed scope', { scope: 'openid  profile' }, {}, 400, 'invalid_scope'],
    ['a repeated parameter', { scope: ['openid', 'openid'] }, {}, 400, 'invalid_request'],
    ['another content type', {}, { 'content-type': 'application/json' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, fields, headers, status, error) => {
    expect(await errorOf(authorizeDevice(provider, fields, headers))).toEqual([status, error]);
  });

  it.each([
    { scope: `openid orders${' profile'.repeat(35)} openid` },
    { login_hint: 'x'.repeat(100) },
    { acr_values: 'x'.repeat(300) },
    { login_hint: 'x'.repeat(5000) },
    { acr_values: 'x'.repeat(5000) },
  ])('accepts the longest value, and ignores a longer hint: %o', async (fields) => {
    expect((await authorizeDevice(provider, fields)).status).toBe(200);
  });

  it('authenticates a confidential client by basic and by post (interface §5)', async () => {
    const byBasic = await authorizeDevice(provider, { client_id: undefined }, { authorization: consoleBasic });
    const secret = 'console-secret-0123456789';
    const byPost = await authorizeDevice(provider, { client_id: 'console', client_secret: secret });
    expect([byBasic.status, byPost.status]).toEqual([200, 200]);
  });

  it.each([
    [
      'all that the client is allowed, offline_access included',
      'tv',
      undefined,
      'openid profile orders offline_access',
    ],
    ['what needs openid only with it', 'plain', undefined, 'orders'],
    ['what was asked for', 'tv', 'openid orders', 'openid orders'],
  ])('keeps %s (interface §4.4)', async (_, clientId, scope, kept) => {
    const before = await keptScopes();
    await startDevice(provider, { client_id: clientId, scope });
    const added = (await keptScopes()).slice(before.length);
    expect(added).toEqual([kept]);
  });

  async function keptScopes() {
    const { db } = provider.context();
    const rows = await db.deviceRequest.findMany({ orderBy: { createdAt: 'asc' }, select: { scope: true } });
    provider.advance(1);
    return rows.map(({ scope }) => scope);
  }

  it('keeps login_hint, ui_locales and acr_values, and drops endless locales', async () => {
    provider.advance(1);
    const longest = 'de en'.padEnd(100);
    const hints = { login_hint: 'alice', ui_locales: longest, acr_values: 'silver' };
    await startDevice(provider, hints);
    const { db } = provider.context();
    const newest = () => db.deviceRequest.findFirst({ orderBy: { createdAt: 'desc' } });
    expect(await newest()).toMatchObject({ loginHint: 'alice', uiLocales: longest, acrValues: 'silver' });
    provider.advance(1);
    await startDevice(provider, { ui_locales: 'x'.repeat(101) });
    expect(await newest()).toMatchObject({ uiLocales: null });
  });

  it('throttles an address after 100 requests in five minutes, and no other (security #80)', async () => {
    const ask = (address: string) => authorizeDevice(provider, {}, {}, address);
    for (let count = 0; count < 100; count += 1) await ask('2001:db8:1:2::1');
    const refused = await ask('2001:db8:1:2:ffff::9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('2001:db8:1:3::1')).status).toBe(200);
    provider.advance(301);
    expect((await ask('2001:db8:1:2::1')).status).toBe(200);
  });

  it('tries up to five user codes when one is in use', async () => {
    const body = encodeForm({ client_id: 'tv' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', path: '/connect/deviceauthorization', query: '', clientAddress: '192.0.2.1' };
    const ask = async (taken: number) => {
      const context = provider.context();
      const tried: unknown[] = [];
      const db = withTakenCodes(context.db, taken, tried);
      const answer = handleDeviceAuthorization({ ...request, headers, body }, { ...context, db });
      const outcome = await answer.then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
      return [outcome, new Set(tried).size];
    };
    expect(await ask(0)).toEqual([200, 1]);
    expect(await ask(4)).toEqual([200, 5]);
    expect(await ask(5)).toEqual(['no free user code was found', 5]);
  });

  it('is announced', async () => {
    const document = JSON.parse((await provider.send('/.well-known/openid-configuration')).body);
    expect(document.device_authorization_endpoint).toBe(`${issuer}/connect/deviceauthorization`);
    expect(document.grant_types_supported).toContain(deviceGrant);
  });
});

describe('polling (RFC 8628 §3.5, semantics §2.8, security #74 and #75)', () => {
  it.each<[string, FormFields, number, string]>([
    ['a client without the grant', { client_id: 'spa' }, 400, 'unauthorized_client'],
    ['no device_code', { device_code: undefined }, 400, 'invalid_request'],
    ['a device_code that is too long', { device_code: 'x'.repeat(101) }, 400, 'invalid_grant'],
    ['an unknown device_code', { device_code: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ["another client's device_code", { client_id: 'tv2' }, 400, 'invalid_grant'],
    ['a user code in its place', { device_code: 'WDJB-MJHT' }, 400, 'invalid_grant'],
  ])('refuses %s', async (_, fields, status, error) => {
    const { deviceCode } = await startDevice(provider);
    expect(await errorOf(pollDevice(provider, deviceCode, fields))).toEqual([status, error]);
  });

  it('waits, slows down, and goes back to waiting at the longer interval', async () => {
    const { deviceCode } = await startDevice(provider);
    const poll = async () => (await errorOf(pollDevice(provider, deviceCode)))[1];
    expect(await poll()).toBe('authorization_pending');
    provider.advance(4);
    expect(await poll()).toBe('slow_down');
    provider.advance(9);
    expect(await poll()).toBe('slow_down');
    provider.advance(14);
    expect(await poll()).toBe('slow_down');
    provider.advance(20);
    expect(await poll()).toBe('authorization_pending');
  });

  it('adds up the seconds of simultaneous polls', async () => {
    const { deviceCode } = await startDevice(provider);
    const answers = await Promise.all(Array.from({ length: 6 }, () => errorOf(pollDevice(provider, deviceCode))));
    const errors = answers.map(([, error]) => error).toSorted();
    expect(errors).toEqual(['authorization_pending', ...Array.from({ length: 5 }, () => 'slow_down')]);
  });

  it('says that the code has expired, even to a poll that is too early', async () => {
    const { deviceCode } = await startDevice(provider, { client_id: 'quick' });
    const poll = () => errorOf(pollDevice(provider, deviceCode, { client_id: 'quick' }));
    provider.advance(19);
    expect(await poll()).toEqual([400, 'authorization_pending']);
    provider.advance(1);
    expect(await poll()).toEqual([400, 'expired_token']);
    expect(await poll()).toEqual([400, 'expired_token']);
  });

  it('says that the person denied, each time', async () => {
    const { deviceCode, userCode } = await startDevice(provider);
    const person = createPerson(provider);
    await answerDevice(provider, person, await reachConfirm(person, userCode), 'deny');
    expect(await errorOf(pollDevice(provider, deviceCode))).toEqual([400, 'access_denied']);
    expect(await errorOf(pollDevice(provider, deviceCode))).toEqual([400, 'access_denied']);
  });

  it('issues tokens that verify, like the code grant, and without a nonce', async () => {
    const { deviceCode } = await approvedDevice(provider);
    const response = await pollDevice(provider, deviceCode);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toContain('no-store');
    const tokens = bodyOf(response);
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid profile orders offline_access' });
    const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
    const { now } = provider.context();
    const options = { issuer, audience: 'tv', currentDate: now };
    const { payload } = await jwtVerify(String(tokens.id_token), createLocalJWKSet(keys), options);
    expect(payload).not.toHaveProperty('nonce');
    expect(payload.sid).toEqual(expect.any(String));
    expect(payload.at_hash).toEqual(expect.any(String));
    expect(JSON.parse((await userinfo(provider, tokens.access_token)).body)).toMatchObject({ name: 'Alice Smith' });
    expect((await refresh(provider, tokens.refresh_token, { client_id: 'tv' }, null)).status).toBe(200);
  });

  it('issues no ID token without openid and no refresh token without offline_access', async () => {
    const { deviceCode } = await approvedDevice(provider, { scope: 'orders' });
    const tokens = bodyOf(await pollDevice(provider, deviceCode));
    expect(tokens).toMatchObject({ scope: 'orders' });
    expect(tokens).not.toHaveProperty('id_token');
    expect(tokens).not.toHaveProperty('refresh_token');
  });

  it('issues them once: one of several simultaneous polls gets them, and they stay valid', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { deviceCode } = await approvedDevice(provider);
      const answers = await Promise.all(Array.from({ length: 8 }, () => pollDevice(provider, deviceCode)));
      const issued = answers.filter(({ status }) => status === 200);
      expect(issued).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer !== issued[0])) {
        expect([status, JSON.parse(body).error]).toEqual([400, 'invalid_grant']);
      }
      expect((await userinfo(provider, JSON.parse(issued[0]?.body ?? '{}').access_token)).status).toBe(200);
    }
  });

  it('issues nothing to a poll that loses a race', async () => {
    const { deviceCode } = await approvedDevice(provider);
    const { db } = provider.context();
    const winner: HttpResponse[] = [];
    const context = {
      ...provider.context(),
      db: afterFirstRead(db, async () => winner.push(await pollDevice(provider, deviceCode))),
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = encodeForm({ grant_type: deviceGrant, device_code: deviceCode, client_id: 'tv' });
    const request = { method: 'POST', path: '/connect/token', query: '', headers, body, clientAddress: '192.0.2.1' };
    const answer = await handleToken(request, context);
    expect([answer.status, bodyOf(answer).error]).toEqual([400, 'invalid_grant']);
    expect(winner.map(({ status }) => status)).toEqual([200]);
  });

  it('slows down only the device that polls too often (RFC 8628 §3.5)', async () => {
    const [hasty, patient] = [await startDevice(provider), await startDevice(provider)];
    await pollDevice(provider, hasty.deviceCode);
    expect(await errorOf(pollDevice(provider, hasty.deviceCode))).toEqual([400, 'slow_down']);
    await pollDevice(provider, patient.deviceCode);
    provider.advance(5);
    expect(await errorOf(pollDevice(provider, patient.deviceCode))).toEqual([400, 'authorization_pending']);
  });

  it('ends the grant when the code comes again later (design: single use)', async () => {
    const before = provider.events.length;
    const { deviceCode } = await approvedDevice(provider);
    const { access_token: accessToken } = bodyOf(await pollDevice(provider, deviceCode));
    expect(await errorOf(pollDevice(provider, deviceCode))).toEqual([400, 'invalid_grant']);
    expect((await userinfo(provider, accessToken)).status).toBe(200);
    provider.advance(5);
    expect(await errorOf(pollDevice(provider, deviceCode, { client_id: 'tv2' }))).toEqual([400, 'invalid_grant']);
    expect((await userinfo(provider, accessToken)).status).toBe(200);
    expect(await errorOf(pollDevice(provider, deviceCode))).toEqual([400, 'invalid_grant']);
    expect((await userinfo(provider, accessToken)).status).toBe(401);
    const event = { event: 'device_code_replay', clientId: 'tv', grantId: expect.any(String) };
    // Another process may write its log line after its response.
    await expect.poll(() => provider.events.slice(before)).toEqual([event]);
    const [told] = await listEvents(provider.context().db, { types: ['device_code.replayed'] }, 1);
    const theft = { outcome: 'failure', clientId: 'tv', targetName: 'alice', address: '192.0.2.1' };
    expect(told, 'security #163').toMatchObject(theft);
  });

  it.each<[string, (deviceCode: string) => Promise<void>, number]>([
    ['after the code has expired and rows were swept', async () => {}, 100_000],
    [
      'after somebody polled so often that the interval grew (decision 014)',
      async (deviceCode) => {
        for (let poll = 0; poll < 20; poll += 1) await pollDevice(provider, deviceCode);
      },
      5,
    ],
  ])('ends the grant when the code comes again %s', async (_, prepare, seconds) => {
    const device = await startDevice(provider);
    await prepare(device.deviceCode);
    const person = createPerson(provider);
    await answerDevice(provider, person, await reachConfirm(person, device.userCode), 'allow');
    const tokens = bodyOf(await pollDevice(provider, device.deviceCode));
    provider.advance(seconds);
    await sweepExpired(provider.context().db, provider.context().now);
    const before = provider.events.length;
    for (let replay = 0; replay < 2; replay += 1) {
      expect(await errorOf(pollDevice(provider, device.deviceCode))).toEqual([400, 'invalid_grant']);
    }
    const again = refresh(provider, tokens.refresh_token, { client_id: 'tv' }, null);
    expect(await errorOf(again)).toEqual([400, 'invalid_grant']);
    const event = { event: 'device_code_replay', clientId: 'tv', grantId: expect.any(String) };
    // Another process may write its log line after its response.
    await expect.poll(() => provider.events.slice(before)).toEqual([event]);
  });

  it('issues nothing for a person who was disabled or signed out since (semantics §2.8)', async () => {
    const own = await createTestProvider(deviceFixtures);
    const signedOut = await approvedDevice(own, { scope: 'openid' });
    await own.context().db.session.updateMany({ data: { endedAt: own.context().now } });
    expect(await errorOf(pollDevice(own, signedOut.deviceCode))).toEqual([400, 'invalid_grant']);
    const disabled = await approvedDevice(own);
    await own.configure({ users: [{ ...deviceFixtures.users[0], enabled: false }] });
    expect(await errorOf(pollDevice(own, disabled.deviceCode))).toEqual([400, 'invalid_grant']);
    await own.close();
  });

  it('issues one token for a resource, and keeps the whole grant for a refresh (RFC 8707 §2.2)', async () => {
    const scope = 'openid orders invoices offline_access';
    const own = await createTestProvider({ ...deviceFixtures, clients: [{ ...deviceClient, scope }] });
    const { deviceCode } = await approvedDevice(own);
    const refused = pollDevice(own, deviceCode, { resource: 'retired' });
    expect(await errorOf(refused), 'nothing is used up').toEqual([400, 'invalid_target']);
    const first = bodyOf(await pollDevice(own, deviceCode, { resource: 'orders' }));
    expect(first.scope).toBe('openid orders offline_access');
    expect(decodeJwt(String(first.access_token)).aud).toBe('orders');
    const second = bodyOf(await refresh(own, first.refresh_token, { client_id: 'tv' }, null));
    expect(second.scope).toBe(scope);
    expect(decodeJwt(String(second.access_token)).aud).toEqual(['orders', 'invoices']);
    await own.close();
  });

  it('issues no scope that the client lost since', async () => {
    const own = await createTestProvider(deviceFixtures);
    const { deviceCode } = await approvedDevice(own);
    const tv = deviceFixtures.clients.find(({ client_id }) => client_id === 'tv');
    await own.configure({ clients: [{ ...tv, scope: 'openid' }] });
    expect(bodyOf(await pollDevice(own, deviceCode)).scope).toBe('openid');
    await own.close();
  });
});

/** A database in which this many user codes are taken. It records the attempts. */
function withTakenCodes(db: Database, taken: number, tried: unknown[]): Database {
  const { prepared } = db;
  const write: Prepared['write'] = async (writes) => {
    const index = writes.findIndex(({ values }) => 'codeHash' in values);
    return index >= 0 && tried.push(writes[index]?.values.codeHash) <= taken ? index : prepared.write(writes);
  };
  const occupied: Prepared = { ...prepared, write };
  return new Proxy(db, { get: (target, name) => (name === 'prepared' ? occupied : Reflect.get(target, name)) });
}
