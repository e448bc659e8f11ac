import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { run } from '#lib/db/run';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { type Attempt, reservePasswordAttempt } from './attempt-limits';
import { storedCanonicalUsername as nameOf } from './canonical-username';
import { saveKnownBrowser } from './known-browser-store';
import { createUser } from './user-store';

const start = new Date('2027-01-01T00:00:00Z');
const hour = 3600;
const handle = createHandle();

let database: TestDatabase;
let sub: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const account = { passwordHash: null, enabled: true, admin: null, tenants: 'all' as const, claims: {} };
  ({ sub } = await createUser(db, { ...account, username: 'alice', canonicalUsername: nameOf('alice') }, start));
  const expiresAt = new Date(start.getTime() + 365 * 86_400_000);
  await run(db, [saveKnownBrowser({ hash: hashHandle(handle), sub, createdAt: start, expiresAt }, [], 50)]);
});

afterAll(() => database.close());

/** A guess at an account from a network, at a second of the attack. */
type Guess = Partial<Attempt> & { readonly clientAddress: string; readonly day: number; readonly second: number };

async function isAllowed({ day, second, ...guess }: Guess): Promise<boolean> {
  const now = new Date(start.getTime() + (day * 86_400 + second) * 1000);
  const attempt = { account: 'alice', sub, browserHandles: [], ...guess };
  return 'giveBack' in (await reservePasswordAttempt(database.db, attempt, now));
}

/** @returns how many guesses were allowed to reach the password check */
async function countAllowed(guesses: Iterable<Guess>): Promise<number> {
  let allowed = 0;
  for (const guess of guesses) if (await isAllowed(guess)) allowed += 1;
  return allowed;
}

/** A guess every `step` seconds of a time span. */
const every = (step: number, [from, to]: readonly [number, number], guessAt: (second: number) => Guess): Guess[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => guessAt(from + index * step));

const anyNetwork = (second: number) => `10.${second >> 16}.${(second >> 8) & 255}.${second & 255}`;

// The numbers of docs/decisions/019-guessing.md and docs/administration.md.
describe('the guesses that the limits allow', () => {
  it('are 69 in the first hour at one account from all networks, and 60 in each hour after', async () => {
    const guess = (second: number) => ({ clientAddress: anyNetwork(second), day: 0, second });
    expect(await countAllowed(every(10, [0, hour], guess))).toBe(69);
    expect(await countAllowed(every(10, [hour, 2 * hour], guess))).toBe(60);
  });

  it('are 100 in 15 minutes from one network at all accounts', async () => {
    const guess = (second: number) => {
      return { clientAddress: '192.0.2.1', account: `name-${second}`, sub: null, day: 1, second };
    };
    expect(await countAllowed(every(1, [0, 110], guess))).toBe(100);
    expect(await countAllowed(every(1, [900, 1010], guess))).toBe(100);
  });

  it('are 400 in 15 minutes from all networks of one IPv6 /48 at all accounts', async () => {
    const guess = (second: number) => {
      const clientAddress = `2001:db8:1:${second.toString(16)}::1`;
      return { clientAddress, account: `other-${second}`, sub: null, day: 2, second };
    };
    expect(await countAllowed(every(1, [0, 410], guess))).toBe(400);
  });

  it('are 10 in 15 minutes in a known browser', async () => {
    const guess = (second: number) => ({ clientAddress: '192.0.2.1', browserHandles: [handle], day: 3, second });
    expect(await countAllowed(every(1, [0, 20], guess))).toBe(10);
    expect(await countAllowed(every(1, [900, 920], guess))).toBe(10);
  });
});

describe('the owner’s way in during an attack', () => {
  const attackAt = (day: number, second: number) => isAllowed({ clientAddress: anyNetwork(second), day, second });

  it('is always open in a known browser', async () => {
    let refused = 0;
    for (let second = 0; second < hour; second += 60) {
      for (let guess = 0; guess < 5; guess += 1) await attackAt(4, second + guess);
      const now = new Date(start.getTime() + (4 * 86_400 + second) * 1000);
      const owner = {
        clientAddress: anyNetwork(second),
        account: 'alice',
        sub,
        browserHandles: [handle],
      };
      const reserved = await reservePasswordAttempt(database.db, owner, now);
      if ('giveBack' in reserved) await run(database.db, [reserved.giveBack()]);
      else refused += 1;
    }
    expect(refused).toBe(0);
  });

  it('is one attempt a minute, shared with the attacker, in any other browser, and free ten minutes after the attack', async () => {
    for (let second = 0; second < 600; second += 5) await attackAt(5, second);
    const owner = { clientAddress: '192.0.2.9', day: 5 };
    expect(await isAllowed({ ...owner, second: 600 })).toBe(true);
    expect(await attackAt(5, 600)).toBe(false);
    expect(await isAllowed({ ...owner, second: 630 })).toBe(false);
    const attempts = [];
    for (let count = 0; count < 11; count += 1) attempts.push(await isAllowed({ ...owner, second: 1260 }));
    expect(attempts).toEqual([...Array(10).fill(true), false]);
  });
});
