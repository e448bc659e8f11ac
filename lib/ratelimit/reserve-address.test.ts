import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { refundAddress, reserveAddress } from './reserve-address';

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
