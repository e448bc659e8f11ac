import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '#lib/db/sweep';
import { rotateKeys } from '#lib/keys/rotate-keys';
import { findDueMails } from '#lib/mail/outbox-store';
import { reserve } from '#lib/ratelimit/reserve';
import { findDueNotices } from '#lib/sessions/logout-notice-store';
import { approvedDevice, deviceFixtures, pollDevice, startDevice } from '#lib/testing/device';
import { issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { dayMs, daySeconds, hourMs } from '#lib/vocabulary/time';
import { handleHealth } from './health';

let provider: TestProvider;
beforeEach(async () => {
  const [orders, ...scopes] = deviceFixtures.scopes;
  provider = await createTestProvider({
    ...deviceFixtures,
    scopes: [{ ...orders, secrets: [{ value: apiSecret }] }, ...scopes],
  });
});
afterEach(() => provider.close());

const apiSecret = 'orders-secret-0123456789abcdef';
const m2m = { authorization: basic('m2m', secrets.m2m) };
const clientToken = () => provider.post('/connect/token', { grant_type: 'client_credentials', scope: 'orders' }, m2m);
const errorOf = (answer: Parameters<typeof bodyOf>[0]) => bodyOf(answer).error ?? answer.status;

async function introspect(token: unknown): Promise<unknown> {
  const authorization = basic('orders', apiSecret);
  return bodyOf(await provider.post('/connect/introspect', { token: String(token) }, { authorization })).active;
}

/** Signs in with a new browser. @returns whether it leads on, or the problem */
async function signIn(typed = password): Promise<string> {
  const person = createPerson(provider);
  const way = await person.get(authorizeRequest().path);
  const answer = await person.signIn(way, 'alice', { password: typed });
  if (answer.status === 429) return 'limited';
  return locationOf(answer).includes('/login') ? 'refused' : 'signed in';
}

/** Both steps are longer than every interval that is asked for below. */
const steps = [
  ['an hour', hourMs / 1000],
  ['a day', daySeconds],
] as const;

describe.each(steps)('after the clock was %s ahead (security #201)', (_, seconds) => {
  it('a sign-in works in a new browser, after right and wrong passwords in the meantime', async () => {
    provider.advance(seconds);
    expect(await signIn()).toBe('signed in');
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn('a wrong password');
    expect(await signIn()).toBe('limited');
    provider.advance(-seconds);
    expect(await signIn()).toBe('signed in');
  });

  it('a limit that was used up has room again, and is a limit', async () => {
    const limit = { key: 'a limit of this test', limit: 1, windowSeconds: 900 };
    const use = async () => (await reserve(provider.context().db, limit, provider.context().now)).allowed;
    provider.advance(seconds);
    expect([await use(), await use()]).toEqual([true, false]);
    provider.advance(-seconds);
    expect([await use(), await use()]).toEqual([true, false]);
  });

  it('a session of that time is over, and so are its code, its tokens and its refresh token', async () => {
    provider.advance(seconds);
    const issued = await issueCode(provider, { scope: 'openid offline_access orders' });
    const unused = await issueCode(provider, {}, issued.person);
    const tokens = bodyOf(await redeem(provider, issued));
    expect(await introspect(tokens.access_token)).toBe(true);
    provider.advance(-seconds);
    const silent = await issued.person.get(authorizeRequest({ prompt: 'none' }).path);
    expect(answerOf(silent).error).toBe('login_required');
    expect(errorOf(await redeem(provider, unused))).toBe('invalid_grant');
    expect(await introspect(tokens.access_token)).toBe(false);
    expect(errorOf(await refresh(provider, String(tokens.refresh_token)))).toBe('invalid_grant');
  });

  it('a session, a code and tokens from before work', async () => {
    const issued = await issueCode(provider, { scope: 'openid offline_access orders' });
    const unused = await issueCode(provider, {}, issued.person);
    const tokens = bodyOf(await redeem(provider, issued));
    provider.advance(seconds);
    await clientToken();
    provider.advance(-seconds);
    expect(errorOf(await redeem(provider, unused))).toBe(200);
    expect(await introspect(tokens.access_token)).toBe(true);
    expect(errorOf(await refresh(provider, String(tokens.refresh_token)))).toBe(200);
    expect(answerOf(await issued.person.get(authorizeRequest({ prompt: 'none' }).path)).error).not.toBe(
      'login_required',
    );
  });

  it('a device that was started at that time starts again, and another one is not slowed down', async () => {
    provider.advance(seconds);
    const { deviceCode } = await startDevice(provider);
    expect(errorOf(await pollDevice(provider, deviceCode))).toBe('authorization_pending');
    provider.advance(-seconds);
    expect(errorOf(await pollDevice(provider, deviceCode))).toBe('expired_token');
    const next = await startDevice(provider);
    expect(errorOf(await pollDevice(provider, next.deviceCode))).toBe('authorization_pending');
  });

  it('a device that was polled at that time goes on', async () => {
    const patient = { client_id: 'patient' };
    const { deviceCode } = await startDevice(provider, patient);
    // Within the lifetime of the code.
    const ahead = seconds - 600;
    provider.advance(ahead);
    expect(errorOf(await pollDevice(provider, deviceCode, patient))).toBe('authorization_pending');
    provider.advance(-ahead);
    expect(errorOf(await pollDevice(provider, deviceCode, patient))).toBe('authorization_pending');
  });

  it('a sweep of that time leaves a server that works', async () => {
    provider.advance(seconds);
    await sweepExpired(provider.context().db, provider.context().now);
    provider.advance(-seconds);
    expect(await signIn()).toBe('signed in');
    expect(errorOf(await redeem(provider, await issueCode(provider)))).toBe(200);
  });

  it('a rotation of that time changes nothing yet', async () => {
    const { db, settings } = provider.context();
    const before = bodyOf(await clientToken()).access_token;
    provider.advance(seconds);
    await rotateKeys(db, settings.secret, provider.context().now, { longestLifetimeSeconds: 3600 });
    provider.advance(-seconds);
    await provider.configure({});
    expect(errorOf(await clientToken())).toBe(200);
    expect(await introspect(before)).toBe(true);
  });

  it('mails and logout notices of that time are sent', async () => {
    const { db, now } = provider.context();
    const later = new Date(now.getTime() + seconds * 1000);
    const times = { createdAt: later, nextAttemptAt: later, expiresAt: new Date(later.getTime() + dayMs) };
    await db.outboxMail.create({ data: { id: 'mail', kind: 'test', sealed: 'x', attempts: 0, ...times } });
    await db.logoutNotice.create({
      data: { id: 'notice', clientId: 'web', sid: 'sid', sub: 'sub', attempts: 1, ...times },
    });
    const due = { limit: 10, longestPauseMs: 240_000, isAccess: false };
    expect(await findDueMails(db, now, due)).toHaveLength(1);
    expect(await findDueNotices(db, now, due)).toHaveLength(1);
  });
});

describe('a clock that is a day behind the keys (security #201)', () => {
  it('lets the oldest key sign, and /health names the clock', async () => {
    provider.advance(-daySeconds);
    const { access_token: token } = bodyOf(await clientToken());
    expect(await introspect(token)).toBe(true);
    const health = await handleHealth(
      { method: 'GET', path: '/health', query: '', headers: {}, body: '', clientAddress: '192.0.2.1' },
      provider.context(),
    );
    expect([health.status, bodyOf(health)]).toEqual([
      200,
      { status: 'ok', database: true, signing_key: true, clock: 'behind' },
    ]);
    expect(await signIn()).toBe('signed in');
    const { deviceCode } = await approvedDevice(provider);
    expect(errorOf(await pollDevice(provider, deviceCode))).toBe(200);
  });
});
