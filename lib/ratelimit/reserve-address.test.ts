import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineWrite } from '#lib/db/statement';
import { writeOnce } from '#lib/db/step';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { refundAddress, reserveAddress, storeForAddress } from './reserve-address';

const now = new Date('2027-01-01T00:00:00Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const limitOf = (name: string) => ({ name, perAddress: 2, windowSeconds: 60 });
const useAll = async (name: string, addresses: readonly string[]) => {
  const results: boolean[] = [];
  for (const address of addresses) {
    results.push((await reserveAddress(database.db, address, limitOf(name), now)).allowed);
  }
  return results;
};
const subnets = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);

it('limits an IPv4 address and an IPv6 /64 alike (security #84)', async () => {
  expect(await useAll('own', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])).toEqual([true, true, false, true]);
  expect(await useAll('own', ['2001:db8::1', '2001:db8::2', '2001:db8::3'])).toEqual([true, true, false]);
});

it('limits an IPv6 /48 to four times as much, across all of its /64 networks (design: sign-in attempts)', async () => {
  expect(await useAll('site', subnets(10))).toEqual([...Array(8).fill(true), false, false]);
  expect(await useAll('site', ['2001:db8:2::1'])).toEqual([true]);
});

it('returns its reservation in both networks', async () => {
  await useAll('back', subnets(8));
  expect(await useAll('back', subnets(9).slice(8))).toEqual([false]);
  await refundAddress(database.db, '2001:db8:1:0::1', limitOf('back'));
  expect(await useAll('back', ['2001:db8:1:0::1', '2001:db8:1:1::1'])).toEqual([true, false]);
});

describe('a use together with what it stores', () => {
  const insert = defineWrite(
    `INSERT INTO "UsedJwt" ("key", "expiresAt") VALUES (@key, @expiresAt) ON CONFLICT DO NOTHING`,
  );
  const store = (name: string, key: string, { address = '192.0.2.1', at = now, uses = 1 } = {}) =>
    storeForAddress(
      database.db,
      address,
      { ...limitOf(name), uses },
      [writeOnce(insert, { key: `${name} ${key}`, expiresAt: now }, 'known')],
      at,
    );
  const stored = async (name: string) =>
    (await database.db.usedJwt.findMany({ where: { key: { startsWith: name } }, orderBy: { key: 'asc' } })).map(
      ({ key }) => key,
    );
  const refused = (seconds: number) => ({ allowed: false, retryAfterSeconds: seconds });
  const allowed = { allowed: true, retryAfterSeconds: 0 };

  it('is all or nothing', async () => {
    expect(await store('whole', 'a')).toEqual(allowed);
    // The second row is refused, and does not count.
    expect(await store('whole', 'a')).toBe('known');
    expect(await store('whole', 'b')).toEqual(allowed);
    expect(await store('whole', 'c')).toEqual(refused(60));
    expect(await stored('whole')).toEqual(['whole a', 'whole b']);
  });

  it('has no more at once than the limit', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, index) => store('race', `${index}`)));
    expect(outcomes.filter((one) => one !== 'known' && one.allowed)).toHaveLength(2);
    expect(await stored('race')).toHaveLength(2);
  });

  it('is refused without the database while its window is known to be full, which may have room for less', async () => {
    await store('full', 'a');
    expect(await store('full', 'b', { uses: 2 })).toEqual(refused(60));
    const write = vi.spyOn(database.db.prepared, 'write');
    const later = new Date(now.getTime() + 20_000);
    expect(await store('full', 'c', { at: later, uses: 2 })).toEqual(refused(40));
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
    expect(await store('full', 'd', { at: later })).toEqual(allowed);
    const over = new Date(now.getTime() + 61_000);
    expect(await store('full', 'e', { at: over, uses: 2 })).toEqual(allowed);
  });

  it('counts for a whole IPv6 /48, and names the end of its window', async () => {
    const outcomes = [];
    for (const address of subnets(9)) outcomes.push(await store('store-site', address, { address }));
    expect(outcomes).toEqual([...Array(8).fill(allowed), refused(60)]);
  });
});
