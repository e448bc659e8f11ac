import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { authenticateUser } from './authenticate-user';
import { hashPassword, needsRehash } from './password-hash';
import { passwordQueue } from './password-queue';
import { createUser, findUserBySub, type UserInput } from './store';

const now = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const right = 'correct horse battery staple';
const wrong = 'wrong horse battery staple';

let database: TestDatabase;
let passwordHash: string;

beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await hashPassword(right);
  await addUser({ username: 'alice', canonicalUsername: 'alice' });
  await addUser({ username: 'off', canonicalUsername: 'off', enabled: false });
  await addUser({ username: 'passwordless', canonicalUsername: 'passwordless', passwordHash: null });
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.rateLimit.deleteMany();
});

function addUser(input: Partial<UserInput> & Pick<UserInput, 'username' | 'canonicalUsername'>) {
  const defaults = { passwordHash, enabled: true, admin: null, tenants: [], claims: { name: 'Alice Smith' } };
  return createUser(database.db, { ...defaults, ...input }, now);
}

type Attempt = { username?: string; password?: string; clientAddress?: string; seconds?: number };

function attempt({ username = 'alice', password = right, clientAddress = '203.0.113.7', seconds = 0 }: Attempt = {}) {
  return authenticateUser({ db: database.db, now: later(seconds), clientAddress, username, password });
}

const invalid = { problem: 'invalid_credentials' };

describe('authenticateUser', () => {
  it('gives the user for the right password, however the name is written (security #83)', async () => {
    for (const username of ['alice', ' ALICE ', 'alice\u200b', '\uff41lice']) {
      const result = await attempt({ username });
      expect(result).toMatchObject({ user: { username: 'alice', claims: { name: 'Alice Smith' } } });
    }
  });

  it.each([
    ['a wrong password', { password: wrong }],
    ['an empty password', { password: '' }],
    ['the right password and a space', { password: `${right} ` }],
    ['an unknown user', { username: 'nobody' }],
    ['a disabled user', { username: 'off' }],
    ['a user without a password', { username: 'passwordless' }],
    ['a user without a password and an empty one', { username: 'passwordless', password: '' }],
    ['a name that no user can have', { username: 'ali\0ce' }],
    ['an empty name', { username: '' }],
    ['a name of a megabyte', { username: 'a'.repeat(1_000_000) }],
    ['a password of a megabyte', { password: right.repeat(40_000) }],
    ['a password with NUL', { password: `${right}\0` }],
  ])('gives one answer for %s (security #85)', async (_name, input) => {
    expect(await attempt(input)).toEqual(invalid);
  });

  it('does the same work for all of them (security #86)', async () => {
    const cases: Attempt[] = [
      { password: wrong },
      { username: 'nobody' },
      { username: 'off' },
      { username: 'passwordless' },
      { password: 'x'.repeat(5000) },
    ];
    const costs = cases.map((): number[] => []);
    for (let round = 0; round < 7; round += 1) {
      for (const [index, input] of cases.entries()) {
        // CPU time of all threads: what else the machine does is not in it.
        const before = process.cpuUsage();
        await attempt({ ...input, clientAddress: `198.51.100.${round}`, seconds: round * 1000 });
        const { user, system } = process.cpuUsage(before);
        costs[index]?.push(user + system);
      }
    }
    const least = costs.map((samples) => Math.min(...samples));
    // Without the work on the dummy the ratio is about 8.
    expect(Math.max(...least) / Math.min(...least)).toBeLessThan(2.5);
  });

  it('allows 10 wrong passwords an account in 15 minutes and then not even the right one (design §10.13)', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt({ password: wrong, clientAddress: `203.0.113.${count}`, seconds: count })).toEqual(invalid);
    }
    expect(await attempt({ seconds: 10 })).toEqual({ problem: 'too_many_attempts', retryAfterSeconds: 890 });
    expect(await attempt({ username: 'Alice\u200b', seconds: 899 })).toMatchObject({ problem: 'too_many_attempts' });
    expect(await attempt({ seconds: 900 })).toMatchObject({ user: { username: 'alice' } });
  });

  it('limits a name without a user in the same way (security #85)', async () => {
    for (let count = 0; count < 10; count += 1) expect(await attempt({ username: 'nobody' })).toEqual(invalid);
    expect(await attempt({ username: 'nobody' })).toEqual({ problem: 'too_many_attempts', retryAfterSeconds: 900 });
  });

  it('does not count right passwords', async () => {
    for (let count = 0; count < 12; count += 1) expect(await attempt()).toMatchObject({ user: { username: 'alice' } });
    const rows = await database.db.rateLimit.findMany({ select: { count: true } });
    expect(rows.map(({ count }) => count)).toEqual([0, 0]);
  });

  it('allows 100 attempts an address, counting an IPv6 network as one (security #84)', async () => {
    await database.db.rateLimit.create({
      data: { key: 'sign-in-address:2001:db8::/64', count: 99, expiresAt: later(900) },
    });
    expect(await attempt({ password: wrong, clientAddress: '2001:db8::1' })).toEqual(invalid);
    expect(await attempt({ clientAddress: '2001:db8:0:0:ffff::2' })).toMatchObject({ problem: 'too_many_attempts' });
    expect(await attempt({ clientAddress: '2001:db8:0:1::1' })).toMatchObject({ user: { username: 'alice' } });
  });

  it('counts names that no user can have by address', async () => {
    await attempt({ username: 'ali\0ce' });
    const rows = await database.db.rateLimit.findMany({ select: { key: true, count: true } });
    expect(rows).toEqual([{ key: 'sign-in-address:203.0.113.7', count: 1 }]);
  });

  it('keeps no user name in the counters', async () => {
    await attempt({ username: 'my-password-by-mistake' });
    expect(JSON.stringify(await database.db.rateLimit.findMany())).not.toContain('mistake');
  });

  it('lets at most 10 of 64 parallel wrong passwords reach the check, from two processes (security #82)', async () => {
    const other = await openDatabase(database.url);
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, index) => {
        const db = index % 2 === 0 ? database.db : other.db;
        return authenticateUser({ db, now, clientAddress: `203.0.113.${index}`, username: 'alice', password: wrong });
      }),
    );
    const problems = results.map((result) => ('problem' in result ? result.problem : 'none'));
    expect(problems.filter((problem) => problem === 'invalid_credentials')).toHaveLength(10);
    expect(problems.filter((problem) => problem === 'too_many_attempts')).toHaveLength(54);
    await other.close();
  });

  it('is busy, and counts nothing, when too many passwords wait (security #87)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const full: Promise<void>[] = [];
    while (passwordQueue().load().waiting < 100) full.push(passwordQueue().run(() => held));
    expect(await attempt()).toEqual({ problem: 'busy', retryAfterSeconds: 2 });
    release();
    await Promise.all(full);
    expect((await database.db.rateLimit.findMany()).map(({ count }) => count)).toEqual([0, 0]);
    expect(await attempt()).toMatchObject({ user: { username: 'alice' } });
  });

  it('makes an imported hash anew at the first sign-in, and only then', async () => {
    const imported = await hash(right, { memoryCost: 4096, timeCost: 3, parallelism: 1 });
    const { sub } = await addUser({ username: 'moved', canonicalUsername: 'moved', passwordHash: imported });
    expect(await attempt({ username: 'moved', password: wrong })).toEqual(invalid);
    expect((await findUserBySub(database.db, sub))?.passwordHash).toBe(imported);
    expect(await attempt({ username: 'moved' })).toMatchObject({ user: { sub } });
    const renewed = (await findUserBySub(database.db, sub))?.passwordHash ?? '';
    expect(needsRehash(renewed)).toBe(false);
    expect(await attempt({ username: 'moved' })).toMatchObject({ user: { sub, passwordHash: renewed } });
    expect((await findUserBySub(database.db, sub))?.passwordHash).toBe(renewed);
  });
});
