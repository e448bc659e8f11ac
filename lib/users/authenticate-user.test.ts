import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle } from '#lib/crypto/random';
import { openDatabase } from '#lib/db/open';
import { run } from '#lib/db/run';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { whilePasswordsWait } from '#lib/testing/full-password-queue';
import { attemptDefaults } from '#lib/testing/password-attempt';
import { recordStatements } from '#lib/testing/record-statements';
import { recordedBy } from '#lib/testing/recorded-by';
import { authenticateUser, type PasswordAttempt } from './authenticate-user';
import { storedCanonicalUsername } from './canonical-username';
import { forgetBrowsers, saveKnownBrowser } from './known-browser-store';
import { hashPassword, needsRehash } from './password-hash';
import { createUser, findUserBySub, type UserInput } from './user-store';

const now = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const right = 'correct horse battery staple';
const wrong = 'wrong horse battery staple';

let database: TestDatabase;
let passwordHash: string;

beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await hashPassword(right);
  await addUser({ username: 'alice', canonicalUsername: storedCanonicalUsername('alice') });
  await addUser({ username: 'off', canonicalUsername: storedCanonicalUsername('off'), enabled: false });
  await addUser({
    username: 'passwordless',
    canonicalUsername: storedCanonicalUsername('passwordless'),
    passwordHash: null,
  });
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.rateLimit.deleteMany();
});

function addUser(input: Partial<UserInput> & Pick<UserInput, 'username' | 'canonicalUsername'>) {
  const defaults = {
    passwordHash,
    enabled: true,
    admin: null,
    tenants: 'all' as const,
    claims: { name: 'Alice Smith' },
  };
  return createUser(database.db, { ...defaults, ...input }, now);
}

type Attempt = Partial<Omit<PasswordAttempt, 'db' | 'now'>> & { readonly seconds?: number };

function attempt({ seconds = 0, ...given }: Attempt = {}) {
  const who = { ...attemptDefaults, username: 'alice', password: right };
  return authenticateUser({ ...who, ...given, db: database.db, now: later(seconds) });
}

/** A browser that an account knows. */
async function knownBrowser(username = 'alice'): Promise<Handle> {
  const handle = createHandle();
  const { sub } = await database.db.user.findUniqueOrThrow({ where: { canonicalUsername: username } });
  const browser = { hash: hashHandle(handle), sub, createdAt: now, expiresAt: later(86_400) };
  await run(database.db, [saveKnownBrowser(browser, [], 50)]);
  return handle;
}

/** Tries ten wrong passwords from ten networks at once. */
async function attack(username = 'alice', seconds = 0): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    const clientAddress = `198.51.100.${count}`;
    expect(await attempt({ username, password: wrong, clientAddress, seconds })).toEqual(invalid);
  }
}

const invalid = { problem: 'invalid_credentials' };

describe('authenticateUser', () => {
  it('returns the user for the right password, in any spelling of the name (security #83)', async () => {
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
    ['an impossible name', { username: 'ali\0ce' }],
    ['an empty name', { username: '' }],
    ['a name of a megabyte', { username: 'a'.repeat(1_000_000) }],
    ['a password of a megabyte', { password: right.repeat(40_000) }],
    ['a password with NUL', { password: `${right}\0` }],
  ])('gives the same answer for %s (security #85)', async (_name, input) => {
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
        // CPU time of all threads, which does not include other work on the machine.
        const before = process.cpuUsage();
        await attempt({ ...input, clientAddress: `198.51.100.${round}`, seconds: round * 1000 });
        const { user, system } = process.cpuUsage(before);
        costs[index]?.push(user + system);
      }
    }
    const least = costs.map((samples) => Math.min(...samples));
    // Without the work on the dummy hash, the ratio is about 8.
    expect(Math.max(...least) / Math.min(...least)).toBeLessThan(2.5);
  });

  it('allows all strangers 10 wrong passwords per account, then one attempt a minute (design: sign-in attempts)', async () => {
    await attack();
    expect(await attempt()).toEqual({ problem: 'too_many_attempts', retryAfterSeconds: 60 });
    expect(await attempt({ username: 'Alice\u200b', seconds: 59 })).toEqual({
      problem: 'too_many_attempts',
      retryAfterSeconds: 1,
    });
    expect(await attempt({ password: wrong, seconds: 60 })).toEqual(invalid);
    expect(await attempt({ seconds: 61 })).toEqual({ problem: 'too_many_attempts', retryAfterSeconds: 59 });
    expect(await attempt({ seconds: 120 })).toMatchObject({ user: { username: 'alice' } });
    expect(await attempt({ seconds: 120 }), 'a right password is not counted').toHaveProperty('user');
  });

  it('limits a name without a user in the same way (security #85)', async () => {
    await attack('nobody');
    expect(await attempt({ username: 'nobody' })).toEqual({ problem: 'too_many_attempts', retryAfterSeconds: 60 });
  });

  it('admits a known browser regardless of strangers at the account and in its network (security #81)', async () => {
    const browserHandles = [createHandle(), await knownBrowser()];
    await attack();
    const clientAddress = '203.0.113.9';
    await database.db.rateLimit.create({
      data: { key: `sign-in-address:${clientAddress}`, count: 100, expiresAt: later(900) },
    });
    expect(await attempt({ clientAddress, browserHandles })).toMatchObject({ user: { username: 'alice' } });
    expect(await attempt({ clientAddress })).toMatchObject({ problem: 'too_many_attempts' });
  });

  it('gives a known browser its own 10 failures in 15 minutes, which do not count for others (security #81)', async () => {
    const [one, other] = [[await knownBrowser()], [await knownBrowser()]];
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt({ password: wrong, browserHandles: one, seconds: count })).toEqual(invalid);
    }
    const refused = { problem: 'too_many_attempts', retryAfterSeconds: 890 };
    expect(await attempt({ browserHandles: one, seconds: 10 })).toEqual(refused);
    expect(await attempt({ browserHandles: other, seconds: 10 })).toHaveProperty('user');
    expect(await attempt({ seconds: 10 })).toHaveProperty('user');
    expect(await attempt({ browserHandles: one, seconds: 900 })).toHaveProperty('user');
  });

  it.each<[string, () => Promise<Handle[]>]>([
    ['the handle of another account', async () => [await knownBrowser('off')]],
    ['an unknown handle', async () => [createHandle()]],
    [
      'a forgotten handle',
      async () => {
        const handle = await knownBrowser();
        const { sub } = await database.db.user.findUniqueOrThrow({ where: { canonicalUsername: 'alice' } });
        await transaction(database.db, (tx) => forgetBrowsers(tx, sub));
        return [handle];
      },
    ],
  ])('treats a browser with %s as a stranger (security #81)', async (_name, make) => {
    const browserHandles = await make();
    await attack();
    expect(await attempt({ browserHandles })).toMatchObject({ problem: 'too_many_attempts' });
  });

  it('treats a browser as a stranger after its record expired', async () => {
    const browserHandles = [await knownBrowser()];
    await attack('alice', 86_400);
    expect(await attempt({ browserHandles, seconds: 86_400 })).toMatchObject({ problem: 'too_many_attempts' });
  });

  it('does not count right passwords', async () => {
    for (let count = 0; count < 12; count += 1) expect(await attempt()).toMatchObject({ user: { username: 'alice' } });
    expect(await database.db.rateLimit.findUnique({ where: { key: 'sign-in-address:203.0.113.7' } })).toMatchObject({
      count: 0,
    });
  });

  it('allows 100 attempts per address, counting an IPv6 network as one (security #84)', async () => {
    await database.db.rateLimit.create({
      data: { key: 'sign-in-address:2001:db8::/64', count: 99, expiresAt: later(900) },
    });
    expect(await attempt({ password: wrong, clientAddress: '2001:db8::1' })).toEqual(invalid);
    expect(await attempt({ clientAddress: '2001:db8:0:0:ffff::2' })).toMatchObject({ problem: 'too_many_attempts' });
    expect(await attempt({ clientAddress: '2001:db8:0:1::1' })).toMatchObject({ user: { username: 'alice' } });
  });

  describe('with an address', () => {
    const address = 'bob.smith@corp.example';
    const proved = { email: 'Bob.Smith@corp.example', email_verified: true };
    beforeAll(async () => {
      const named = (username: string, claims: UserInput['claims'], changes: Partial<UserInput> = {}) =>
        addUser({ username, canonicalUsername: storedCanonicalUsername(username), claims, ...changes });
      await named('bob', proved);
      await named('unproved', { email: 'unproved@corp.example' });
      await named('twin1', { email: 'twins@corp.example', email_verified: true });
      await named('twin2', { email: 'twins@corp.example', email_verified: true });
      await named('left', { email: 'left@corp.example', email_verified: true }, { enabled: false });
      await named('first@corp.example', {});
      await named('second', { email: 'first@corp.example', email_verified: true });
    });

    it.each([address, ' BOB.SMITH@CORP.EXAMPLE ', 'bob.smith\u200b@corp.example', 'bob.smith\uff20corp.example'])(
      'returns the account with that verified address in any spelling: %j (security #83)',
      async (username) => expect(await attempt({ username })).toMatchObject({ user: { username: 'bob' } }),
    );

    it.each([
      ['that is not verified', 'unproved@corp.example'],
      ['of two accounts', 'twins@corp.example'],
      ['of a disabled account', 'left@corp.example'],
      ['that no account has', 'nobody@corp.example'],
      ['in another spelling', 'bobsmith@corp.example'],
    ])('gives the answer of an unknown name for an address %s (security #85)', async (_name, username) => {
      expect(await attempt({ username })).toEqual(invalid);
    });

    it('finds the account that proved it, not the one with this username (security #116)', async () => {
      expect(await attempt({ username: 'first@corp.example' })).toMatchObject({ user: { username: 'second' } });
    });

    it('is accepted only if the identifiers allow it, like a username', async () => {
      expect(await attempt({ username: address, identifiers: ['username'] })).toEqual(invalid);
      expect(await attempt({ username: 'bob', identifiers: ['email'] })).toEqual(invalid);
      expect(await attempt({ username: address, identifiers: ['email'] })).toHaveProperty('user');
      expect(await attempt({ username: 'bob', identifiers: ['username'] })).toHaveProperty('user');
      const old = { username: 'first@corp.example', identifiers: ['username'] } as const;
      expect(await attempt(old)).toMatchObject({ user: { username: 'first@corp.example' } });
    });

    it('shares the attempts of the account with its username (security #83)', async () => {
      for (let count = 0; count < 10; count += 1) {
        const username = [address, 'bob', 'BOB', ' Bob.Smith@corp.example'][count % 4] ?? '';
        const clientAddress = `198.51.100.${count}`;
        expect(await attempt({ username, password: wrong, clientAddress })).toEqual(invalid);
      }
      const spent = { problem: 'too_many_attempts', retryAfterSeconds: 60 };
      expect(await attempt({ username: address })).toEqual(spent);
      expect(await attempt({ username: 'bob' })).toEqual(spent);
    });

    it('has the limit of an account even if no account has it (security #85)', async () => {
      const long = `${'x'.repeat(60)}@${'y'.repeat(60)}.example`;
      await attack(long);
      expect(await attempt({ username: ` ${long.toUpperCase()}` })).toMatchObject({ problem: 'too_many_attempts' });
    });

    it.each([[['username', 'email']], [['email']], [['username']]] as const)(
      'takes the same statements with or without an account, with %j (security #85)',
      async (identifiers) => {
        const statements = async (username: string) => {
          const recorded = await recordStatements(() => attempt({ username, identifiers, password: wrong }));
          return recorded.map(({ sql }) => sql);
        };
        await statements('another');
        const unknown = await statements('nobody@corp.example');
        expect(unknown).not.toEqual([]);
        for (const username of [address, 'bob', 'nobody', 'twins@corp.example', 'left@corp.example']) {
          expect(await statements(username)).toEqual(unknown);
        }
      },
    );
  });

  it('counts impossible names by IP address', async () => {
    await attempt({ username: 'ali\0ce' });
    const rows = await database.db.rateLimit.findMany({ select: { key: true, count: true } });
    expect(rows).toEqual([{ key: 'sign-in-address:203.0.113.7', count: 1 }]);
  });

  it('keeps no username in the counters', async () => {
    await attempt({ username: 'my-password-by-mistake' });
    expect(JSON.stringify(await database.db.rateLimit.findMany())).not.toContain('mistake');
  });

  it('checks at most 10 of 64 simultaneous wrong passwords from two processes (security #82)', async () => {
    const other = await openDatabase(database.url);
    const who = { ...attemptDefaults, now, username: 'alice', password: wrong };
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, index) => {
        const db = index % 2 === 0 ? database.db : other.db;
        return authenticateUser({ ...who, db, clientAddress: `203.0.113.${index}` });
      }),
    );
    const problems = results.map((result) => ('problem' in result ? result.problem : 'none'));
    expect(problems.filter((problem) => problem === 'invalid_credentials')).toHaveLength(10);
    expect(problems.filter((problem) => problem === 'too_many_attempts')).toHaveLength(54);
    await other.close();
  });

  it('is busy and counts nothing if too many passwords wait (security #87)', async () => {
    const refused = await whilePasswordsWait(attempt, '203.0.113.0/24');
    expect(refused).toEqual({ problem: 'busy', retryAfterSeconds: 2 });
    for (let count = 0; count < 10; count += 1) expect(await attempt({ password: wrong })).toEqual(invalid);
  });

  it('renews an imported hash at the first sign-in only', async () => {
    const imported = await hash(right, { memoryCost: 4096, timeCost: 3, parallelism: 1 });
    const { sub } = await addUser({
      username: 'moved',
      canonicalUsername: storedCanonicalUsername('moved'),
      passwordHash: imported,
    });
    expect(await attempt({ username: 'moved', password: wrong })).toEqual(invalid);
    expect((await findUserBySub(database.db, sub))?.passwordHash).toBe(imported);
    expect(await attempt({ username: 'moved' })).toMatchObject({ user: { sub } });
    const renewed = (await findUserBySub(database.db, sub))?.passwordHash ?? '';
    expect(needsRehash(renewed)).toBe(false);
    expect(await attempt({ username: 'moved' })).toMatchObject({ user: { sub, passwordHash: renewed } });
    expect((await findUserBySub(database.db, sub))?.passwordHash).toBe(renewed);
  });

  it('records each failed check once, with the place, but none past the limit (design: one event for every check)', async () => {
    const where = { type: 'sign_in.failed' };
    await database.db.auditSeal.deleteMany();
    await database.db.auditEvent.deleteMany({ where });
    await attack();
    await attempt({ password: wrong, via: 'link' });
    await attempt({ password: wrong, via: 'password_grant', seconds: 60 });
    await attempt({ seconds: 600, accept: () => 'wrong_tenant' });
    const told = await listEvents(database.db, { types: ['sign_in.failed'] }, 50);
    expect(told).toHaveLength(12);
    const seen = told.map(({ actorName, targetName, details }) => ({ actorName, targetName, ...JSON.parse(details) }));
    expect(seen).toEqual([
      { actorName: 'alice', targetName: 'alice', problem: 'wrong_tenant', via: 'sign_in' },
      { actorName: null, targetName: 'alice', problem: 'wrong_password', via: 'password_grant' },
      ...Array(10).fill({ actorName: null, targetName: 'alice', problem: 'wrong_password', via: 'sign_in' }),
    ]);
  });

  it.each<[string, string, [string | null, string | null, string]]>([
    ['a wrong password', 'alice', ['user', 'alice', 'wrong_password']],
    ['a disabled account', 'off', ['user', 'off', 'disabled']],
    ['an account without a password', 'passwordless', ['user', 'passwordless', 'no_password']],
    ['a name that nobody has', 'Swordfish!2026', ['typed_name', 'swo…', 'unknown_user']],
    ['a name of three characters', 'swo', ['typed_name', 'swo…', 'unknown_user']],
    ['nothing visible', ' \u200b ', [null, null, 'unknown_user']],
  ])('tells administrators alone about %s (security #85)', async (_, username, event) => {
    const [told] = await recordedBy(database.db, { types: ['sign_in.failed'] }, async () => {
      expect(await attempt({ username, password: wrong, seconds: 3600 })).toEqual(invalid);
    });
    expect([told?.targetKind, told?.targetName, JSON.parse(told?.details ?? '{}').problem]).toEqual(event);
    expect(JSON.stringify(told)).not.toMatch(/swordfish/i);
  });
});
