import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { deviceFixtures } from '#lib/testing/device';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { createDeviceRequest, denyCode, findClientOfCode } from './device-store';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(deviceFixtures);
});
afterAll(() => provider.close());

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
  it('belongs to one device at a time: another one takes another code', async () => {
    const { db } = provider.context();
    expect(await createDeviceRequest(db, request('one', 'AAAA'))).toBe(true);
    expect(await createDeviceRequest(db, request('two', 'AAAA'))).toBe(false);
    expect(await createDeviceRequest(db, request('two', 'BBBB'))).toBe(true);
  });

  it('that cannot be stored for another reason is an error, and no code to try again', async () => {
    await expect(
      createDeviceRequest(provider.context().db, { ...request('three', 'CCCC'), clientId: 'nobody' }),
    ).rejects.toThrow();
  });

  it('is denied once, and only while it waits', async () => {
    const { db, now } = provider.context();
    await createDeviceRequest(db, request('four', 'DDDD'));
    const code = hashHandle('DDDD');
    expect(await findClientOfCode(db, code, now)).toBe('tv');
    expect(await denyCode(db, code, now)).toBe(true);
    expect(await denyCode(db, code, now)).toBe(false);
    expect(await denyCode(db, hashHandle('EEEE'), now)).toBe(false);
  });
});
