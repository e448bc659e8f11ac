import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { run } from '#lib/db/run';
import { spend, unspend } from '#lib/ratelimit/allowance';
import { refund, reserve } from '#lib/ratelimit/reserve';
import { refundAddress, reserveAddress } from '#lib/ratelimit/reserve-address';
import { reservePasswordAttempt } from '#lib/users/attempt-limits';
import { saveKnownBrowser } from '#lib/users/known-browser-store';
import { inAnHour, newPerson } from './rows';
import { type StoreRace, storeRace } from './store-race';

const windowSeconds = 900;
/** It refills by one use per hour, and no race runs for that long. */
const allowance = { burst: 10, intervalSeconds: 3600 };

/** A new address for each round. */
const newAddress = () => [0, 1, 2].reduce((text) => `${text}.${Math.floor(Math.random() * 256)}`, '10');

const isReserved = (attempt: Awaited<ReturnType<typeof reservePasswordAttempt>>) => !('retryAfterSeconds' in attempt);

async function countOf(db: Database, key: string): Promise<number> {
  const row = await db.rateLimit.findUnique({ where: { key }, select: { count: true } });
  return row?.count ?? 0;
}

async function expectUnused(db: Database, key: string): Promise<string | null> {
  const count = await countOf(db, key);
  return count === 0 ? null : `${count} uses were not given back`;
}

export const counterRaces: readonly StoreRace[] = [
  storeRace({
    promise: 'A window has as many uses as its limit',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    successes: 5,
    prepare: async () => `race:${createId()}`,
    use: async (db, key) => (await reserve(db, { key, limit: 5, windowSeconds }, new Date())).allowed,
  }),
  storeRace({
    promise: 'An expired window starts again once',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    successes: 5,
    prepare: async (db) => {
      const key = `race:${createId()}`;
      await db.rateLimit.create({ data: { key, count: 5, expiresAt: new Date(Date.now() - 1000) } });
      return key;
    },
    use: async (db, key) => (await reserve(db, { key, limit: 5, windowSeconds }, new Date())).allowed,
  }),
  storeRace({
    promise: 'Bytes: a use that counts as three is reserved whole or not at all',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    successes: 3,
    prepare: async () => `race:${createId()}`,
    use: async (db, key) => (await reserve(db, { key, limit: 11, windowSeconds, uses: 3 }, new Date())).allowed,
    check: async (db, key) => {
      const count = await countOf(db, key);
      return count === 9 ? null : `${count} of 11 uses are counted, not 9`;
    },
  }),
  storeRace({
    promise: 'Uses of a window are given back',
    places: ['lib/ratelimit/window-store.ts: uncountUse'],
    successes: null,
    prepare: async () => `race:${createId()}`,
    use: async (db, key) => {
      const { allowed } = await reserve(db, { key, limit: 5, windowSeconds }, new Date());
      if (allowed) await refund(db, key);
      return true;
    },
    check: expectUnused,
  }),
  storeRace({
    promise: 'The networks of one IPv6 /48 share four times the limit of one',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    successes: 8,
    prepare: async () => `race-${createId()}`,
    use: async (db, name, index) => {
      const limit = { name, perAddress: 2, windowSeconds };
      return (await reserveAddress(db, `2001:db8:1:${index}::1`, limit, new Date())).allowed;
    },
  }),
  storeRace({
    promise: 'An allowance has as many uses at once as its burst',
    places: ['lib/ratelimit/counter-sql.ts: spendAllowance'],
    successes: allowance.burst,
    // All uses have the same time. At a time before the first use, the last one is not refilled yet.
    prepare: async () => ({ key: `race:${createId()}`, at: Date.now() }),
    use: async (db, { key, at }) => (await spend(db, key, allowance, new Date(at))).allowed,
  }),
  storeRace({
    promise: 'Uses of an allowance are given back',
    places: ['lib/ratelimit/counter-sql.ts: unspendAllowance'],
    successes: null,
    prepare: async () => `race:${createId()}`,
    use: async (db, key) => {
      const { allowed } = await spend(db, key, allowance, new Date());
      if (allowed) await unspend(db, key, allowance);
      return true;
    },
    check: async (db, key) => {
      const { expiresAt } = await db.rateLimit.findUniqueOrThrow({ where: { key } });
      return expiresAt.getTime() <= Date.now() + 60_000 ? null : `used until ${expiresAt.toISOString()}`;
    },
  }),
  storeRace({
    promise: 'Strangers have ten failures at an account',
    places: ['lib/ratelimit/counter-sql.ts: spendAllowance'],
    successes: 10,
    prepare: async (db) => {
      const attempt = {
        account: createId(),
        sub: await newPerson(db),
        clientAddress: newAddress(),
        browserHandles: [],
      };
      return { attempt, at: Date.now() };
    },
    use: async (db, { attempt, at }) => isReserved(await reservePasswordAttempt(db, attempt, new Date(at))),
  }),
  storeRace({
    promise: 'An address has a hundred failures at different accounts',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    successes: 5,
    prepare: async (db) => {
      const clientAddress = newAddress();
      await db.rateLimit.create({
        // A window that ends later than a window can counts as over.
        data: { key: `sign-in-address:${clientAddress}`, count: 95, expiresAt: new Date(Date.now() + 600_000) },
      });
      return clientAddress;
    },
    use: async (db, clientAddress) => {
      const attempt = { clientAddress, account: createId(), sub: null, browserHandles: [] };
      return isReserved(await reservePasswordAttempt(db, attempt, new Date()));
    },
  }),
  storeRace({
    promise: 'A known browser has ten failures',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    successes: 10,
    prepare: async (db) => {
      const [sub, handle] = [await newPerson(db), createHandle()];
      const times = { createdAt: new Date(), expiresAt: inAnHour() };
      await run(db, [saveKnownBrowser({ hash: hashHandle(handle), sub, ...times }, [], 50)]);
      return { sub, handle, clientAddress: newAddress() };
    },
    use: async (db, { sub, handle, clientAddress }) => {
      const attempt = { clientAddress, account: createId(), sub, browserHandles: [handle] };
      return isReserved(await reservePasswordAttempt(db, attempt, new Date()));
    },
  }),
  storeRace({
    promise: 'Correct passwords give their attempts back, at the account and at the address',
    places: ['lib/ratelimit/counter-sql.ts: uncountInWindow', 'lib/users/attempt-store.ts: returns'],
    successes: null,
    prepare: async (db) => ({ account: createId(), sub: await newPerson(db), clientAddress: newAddress() }),
    use: async (db, attempt) => {
      const reserved = await reservePasswordAttempt(db, { ...attempt, browserHandles: [] }, new Date());
      if ('giveBack' in reserved) await run(db, [reserved.giveBack(attempt.sub)]);
      return true;
    },
    check: (db, { clientAddress }) => expectUnused(db, `sign-in-address:${clientAddress}`),
  }),
  storeRace({
    promise: 'Uses of an address are given back',
    places: ['lib/ratelimit/counter-sql.ts: uncountInWindow'],
    successes: null,
    prepare: async () => newAddress(),
    use: async (db, address) => {
      const limit = { name: 'race', perAddress: 20, windowSeconds };
      await reserveAddress(db, address, limit, new Date());
      await refundAddress(db, address, limit);
      return true;
    },
    check: (db, address) => expectUnused(db, `race:${address}`),
  }),
];
