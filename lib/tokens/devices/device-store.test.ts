import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { deviceFixtures } from '#lib/testing/device';
import { forgetGrants } from '#lib/testing/forget-grants';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import {
  answerDevice,
  claimDevice,
  countPoll,
  denyCode,
  findDeviceRequest,
  findPendingDevice,
  findWaitingCode,
  isDevicePending,
  setDeviceGrant,
  storeDeviceRequest,
} from './device-store';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(deviceFixtures);
});
afterAll(() => provider.close());
afterEach(() => provider.context().db.deviceRequest.deleteMany());

async function createDeviceRequest(db: Database, asked: ReturnType<typeof request>): Promise<boolean> {
  return (await run(db, [storeDeviceRequest(asked)])) === null;
}

function request(deviceCode: string, userCode: string) {
  const { now } = provider.context();
  return {
    hash: hashHandle(deviceCode),
    codeHash: hashHandle(userCode),
    clientId: 'tv',
    clientAddress: '192.0.2.1',
    scope: ['openid'],
    intervalSeconds: 5,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 600_000),
    loginHint: null,
    uiLocales: null,
    acrValues: null,
  };
}

describe('a user code (RFC 8628 §6.1)', () => {
  it('belongs to one device at a time: another one gets another code', async () => {
    const { db } = provider.context();
    expect(await createDeviceRequest(db, request('one', 'AAAA'))).toBe(true);
    expect(await createDeviceRequest(db, request('two', 'AAAA'))).toBe(false);
    expect(await createDeviceRequest(db, request('two', 'BBBB'))).toBe(true);
    const atOnce = ['five', 'six', 'seven'].map((name) => createDeviceRequest(db, request(name, 'FFFF')));
    expect((await Promise.all(atOnce)).toSorted()).toEqual([false, false, true]);
  });

  it('that cannot be stored for another reason is an error, and not retried', async () => {
    await expect(
      createDeviceRequest(provider.context().db, { ...request('three', 'CCCC'), clientId: 'nobody' }),
    ).rejects.toThrow();
  });

  it('is denied once, and only while it waits', async () => {
    const { db, now } = provider.context();
    await createDeviceRequest(db, request('four', 'DDDD'));
    const code = hashHandle('DDDD');
    expect(await findWaitingCode(db, code, now)).toMatchObject({ clientId: 'tv' });
    expect(await denyCode(db, code, now)).toBe(true);
    expect(await denyCode(db, code, now)).toBe(false);
    expect(await denyCode(db, hashHandle('EEEE'), now)).toBe(false);
  });
});

describe('the request behind a user code (RFC 8628 §5.5)', () => {
  const late = () => new Date(provider.context().now.getTime() + 600_000);
  const ofAnn = hashHandle(createHandle());
  const ofBen = hashHandle(createHandle());

  /** Starts two waiting requests, with two codes. */
  async function begin() {
    const { db } = provider.context();
    const [own, other] = [createHandle(), createHandle()];
    const [code, otherCode] = [createHandle(), createHandle()];
    await createDeviceRequest(db, request(own, code));
    await createDeviceRequest(db, request(other, otherCode));
    const ids = { hash: hashHandle(own), code: hashHandle(code), other: hashHandle(other) };
    return {
      ...ids,
      otherCode: hashHandle(otherCode),
      ann: hashHandle(`${ofAnn}${code}`),
      ben: hashHandle(`${ofBen}${code}`),
    };
  }
  type Hash = Awaited<ReturnType<typeof begin>>['hash'];
  const isPending = (hash: Hash, codes: Hash[], now = provider.context().now) =>
    isDevicePending(provider.context().db, hash, codes, now);
  const answer = (hash: Hash, userCodeHashes: Hash[], now = provider.context().now) =>
    transaction(provider.context().db, (tx) => answerDevice(tx, hash, { status: 'approved', userCodeHashes }, now));
  const statusOf = async (hash: Hash) =>
    (await provider.context().db.deviceRequest.findUniqueOrThrow({ where: { hash } })).status;

  it('belongs only to the first person who reaches it', async () => {
    const { db, now } = provider.context();
    const { hash, code, other, otherCode, ann, ben } = await begin();
    await claimDevice(db, hash, { code, owned: ann }, late());
    expect(await findPendingDevice(db, [code], now), 'claimed after its end').toBe(hash);
    await claimDevice(db, hash, { code: otherCode, owned: ben }, now);
    await claimDevice(db, hash, { code, owned: ann }, now);
    await claimDevice(db, hash, { code, owned: ben }, now);
    expect(await findPendingDevice(db, [code, ann], now)).toBe(hash);
    expect(await findPendingDevice(db, [code, ben], now)).toBeNull();
    expect(await findPendingDevice(db, [code, ann], late())).toBeNull();
    expect([await isPending(hash, [code, ann]), await isPending(hash, [code, ben])]).toEqual([true, false]);
    expect([await isPending(other, [code, ann]), await isPending(other, [otherCode])]).toEqual([false, true]);
    expect(await isPending(hash, [ann], late())).toBe(false);
  });

  it('has the grant of its own approval', async () => {
    const { db, now } = provider.context();
    const { hash, other } = await begin();
    const { sub } = await db.user.findFirstOrThrow();
    const dates = { createdAt: now, expiresAt: late(), authTime: now };
    await db.grant.create({ data: { id: createHandle(), clientId: 'tv', sub, scope: 'openid', ...dates } });
    const { id } = await db.grant.findFirstOrThrow();
    await transaction(db, (tx) => setDeviceGrant(tx, hash, id));
    expect((await findDeviceRequest(db, hash, now))?.grant).toMatchObject({ id, authentication: { sub } });
    expect((await findDeviceRequest(db, other, now))?.grant).toBeNull();
    await forgetGrants(db);
  });

  it('is answered once, by its person and in time, without effect on others', async () => {
    const { hash, code, other, otherCode } = await begin();
    expect(await answer(hash, [otherCode])).toBe(false);
    expect(await answer(hash, [code], late())).toBe(false);
    expect(await answer(hash, [code, otherCode])).toBe(true);
    expect(await answer(hash, [code])).toBe(false);
    expect(await isPending(hash, [code])).toBe(false);
    expect([await statusOf(hash), await statusOf(other)]).toEqual(['approved', 'pending']);
  });
});

describe('polls (RFC 8628 §3.5)', () => {
  const poll = async (name: string, afterMs: number, clientId = 'tv') => {
    const { db, now: start } = provider.context();
    const now = new Date(start.getTime() + afterMs);
    return countPoll(db, { hash: hashHandle(name), clientId }, { now, toleranceMs: 0, slowDownSeconds: 5 });
  };
  const intervalOf = async (name: string) => {
    const { db, now } = provider.context();
    return (await findDeviceRequest(db, hashHandle(name), now))?.intervalSeconds;
  };

  it.each([
    ['the first one', [0], ['in_time'], 5],
    ['one in time', [0, 5000], ['in_time', 'in_time'], 5],
    ['one too early', [0, 4999], ['in_time', 'too_early'], 10],
    ['one that heeds the longer interval', [0, 4999, 14_999], ['in_time', 'too_early', 'in_time'], 10],
    ['one that does not', [0, 4999, 14_998], ['in_time', 'too_early', 'too_early'], 15],
  ])('%s', async (name, times, expected, interval) => {
    await createDeviceRequest(provider.context().db, request(name, name));
    const answers: unknown[] = [];
    for (const time of times) answers.push(await poll(name, time));
    expect(answers).toEqual(expected);
    expect(await intervalOf(name)).toBe(interval);
  });

  it('of several at once only one is in time', async () => {
    await createDeviceRequest(provider.context().db, request('many', 'many'));
    const answers = await Promise.all([1, 2, 3].map(() => poll('many', 0)));
    expect(answers.toSorted()).toEqual(['in_time', 'too_early', 'too_early']);
    expect(await intervalOf('many')).toBe(15);
  });

  it('of one device do not affect the interval of others', async () => {
    for (const name of ['own', 'other']) await createDeviceRequest(provider.context().db, request(name, name));
    for (const time of [0, 4999]) await poll('own', time);
    expect([await intervalOf('own'), await intervalOf('other')]).toEqual([10, 5]);
    expect(await poll('other', 5000)).toBe('in_time');
  });

  it('count only while the request of this client waits', async () => {
    const { db, now } = provider.context();
    await createDeviceRequest(db, request('waits', 'waits'));
    const ended = [
      await poll('unknown', 0),
      await poll('waits', 0, 'tv2'),
      await poll('waits', 600_000),
      // Its start is in the future: another clock wrote it.
      await poll('waits', -600_000),
    ];
    expect(ended).toEqual([null, null, null, null]);
    expect(await poll('waits', 0)).toBe('in_time');
    const denied = { status: 'denied', userCodeHashes: [hashHandle('waits')] } as const;
    await transaction(db, (tx) => answerDevice(tx, hashHandle('waits'), denied, now));
    expect(await poll('waits', 5000)).toBeNull();
    expect(await intervalOf('waits')).toBe(5);
  });
});
