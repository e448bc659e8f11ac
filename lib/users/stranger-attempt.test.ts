import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import { openDatabase } from '#lib/db/open';
import { run } from '#lib/db/run';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { attemptDefaults } from '#lib/testing/password-attempt';
import { queuedMails } from '#lib/testing/queued-mails';
import { authenticateUser, type PasswordAttempt } from './authenticate-user';
import { storedCanonicalUsername } from './canonical-username';
import { saveKnownBrowser } from './known-browser-store';
import { hashPassword } from './password-hash';
import { reserveStrangerAttempt } from './stranger-attempt';
import type { User } from './user';
import { createUser } from './user-store';

const now = new Date('2027-01-01T00:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const password = 'correct horse battery staple';
const { secret } = attemptDefaults;
const proved = { email: 'alice@example.com', email_verified: true, locale: 'de' };
const invalid = { problem: 'invalid_credentials' };

let database: TestDatabase;
let alice: User;
/** A person with a password and no other way to sign in. */
let plain: User;

beforeAll(async () => {
  database = await createTestDatabase();
  const passwordHash = await hashPassword(password);
  const make = (username: string, claims: User['claims']) => {
    const canonicalUsername = storedCanonicalUsername(username);
    const account = { passwordHash, enabled: true, admin: null, tenants: 'all' as const, claims };
    return createUser(database.db, { ...account, username, canonicalUsername }, now);
  };
  alice = await make('alice', proved);
  plain = await make('plain', {});
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.factorFailure.deleteMany();
  await database.db.rateLimit.deleteMany();
  await database.db.outboxMail.deleteMany();
  await database.db.accountNotice.deleteMany();
});

type Attempt = Partial<Omit<PasswordAttempt, 'db' | 'now'>> & { readonly seconds?: number };

const providers = new Map([['corp', { enabled: true, issuer: 'https://idp.example', allowedTenants: [] }]]);
const ways = { passkeys: true, emailCode: false, recovery: true, providers };
const attempt = ({ seconds = 0, ...given }: Attempt = {}) =>
  authenticateUser({
    ...attemptDefaults,
    ways,
    username: 'alice',
    password,
    ...given,
    db: database.db,
    now: later(seconds),
  });
const failed = (sub: string, failures: number, factor = 'password') =>
  database.db.factorFailure.create({ data: { sub, factor, failures, stoppedAt: failures >= 100 ? now : null } });
const failures = async () => (await database.db.factorFailure.findFirst())?.failures ?? null;

describe('a hundred consecutive wrong passwords from unknown browsers', () => {
  it('lock the password for unknown browsers, and notify the person once (security #81)', async () => {
    await failed(alice.sub, 99);
    expect(await attempt({ password: 'wrong' })).toEqual(invalid);
    expect(await attempt()).toEqual(invalid);
    expect(await attempt({ password: 'wrong', seconds: 120 })).toEqual(invalid);
    const mails = await queuedMails({ db: database.db, settings: { secret } });
    expect(mails).toMatchObject([
      { kind: 'factor_stopped', to: 'alice@example.com', locale: 'de', values: { factor: 'password' } },
    ]);
    expect(await database.db.accountNotice.findMany({ select: { kind: true, sub: true } })).toEqual([
      { kind: 'factor_stopped', sub: alice.sub },
    ]);
  });

  it('do not lock it for a known browser (security #81)', async () => {
    await failed(alice.sub, 100);
    const handle = createHandle();
    const browser = { hash: hashHandle(handle), sub: alice.sub, createdAt: now, expiresAt: later(86_400) };
    await run(database.db, [saveKnownBrowser(browser, [], 50)]);
    expect(await attempt({ browserHandles: [handle] })).toMatchObject({ user: { sub: alice.sub } });
    expect(await attempt(), 'the person came from a known browser').toHaveProperty('user');
  });

  it('are counted one by one, and reset by the right one', async () => {
    await attempt({ password: 'wrong' });
    await attempt({ password: 'wrong' });
    expect(await failures()).toBe(2);
    await attempt();
    expect(await failures()).toBeNull();
  });

  it('leave one attempt a minute to a person without another sign-in method', async () => {
    await failed(plain.sub, 100);
    expect(await attempt({ username: 'plain', password: 'wrong' })).toEqual(invalid);
    expect(await attempt({ username: 'plain', seconds: 59 })).toEqual(invalid);
    expect(await attempt({ username: 'plain', seconds: 60 })).toMatchObject({ user: { sub: plain.sub } });
    expect(await failures(), 'the stop ends with the right password').toBeNull();
  });

  it.each<[string, Partial<typeof ways>]>([
    ['a code by mail', { recovery: false, emailCode: true }],
    ['a link by mail', {}],
  ])('count %s as another sign-in method', async (_name, changes) => {
    await failed(alice.sub, 100);
    expect(await attempt({ ways: { ...ways, ...changes } })).toEqual(invalid);
  });

  it('count a provider as another sign-in method, but not a locked code by mail', async () => {
    const identity = { provider: 'corp', issuer: 'https://idp.example', subject: '1', claims: '[]' };
    await failed(plain.sub, 100);
    await database.db.userIdentity.create({ data: { ...identity, sub: plain.sub, createdAt: now, lastUsedAt: now } });
    expect(await attempt({ username: 'plain' })).toEqual(invalid);
    await database.db.userIdentity.deleteMany();
    await failed(alice.sub, 100);
    await failed(alice.sub, 100, 'email');
    expect(await attempt({ ways: { ...ways, recovery: false, emailCode: true } })).toHaveProperty('user');
  });

  it.each([
    ['deleted', []],
    ['disabled', [{ enabled: false, issuer: 'https://idp.example', allowedTenants: [] }]],
    ['replaced by another one', [{ enabled: true, issuer: 'https://other.example', allowedTenants: [] }]],
  ])('do not count a provider that was %s', async (_, known) => {
    const identity = { provider: 'corp', issuer: 'https://idp.example', subject: '1', claims: '[]' };
    await failed(plain.sub, 100);
    await database.db.userIdentity.create({ data: { ...identity, sub: plain.sub, createdAt: now, lastUsedAt: now } });
    const left = new Map(known.map((provider) => ['corp', provider]));
    expect(await attempt({ username: 'plain', ways: { ...ways, providers: left } })).toHaveProperty('user');
    await database.db.userIdentity.deleteMany();
  });

  it('never exceed a hundred and one mail, even from two processes (security #82)', async () => {
    await failed(alice.sub, 95);
    const other = await openDatabase(database.url);
    const others = async () => ['passkey'];
    const reserved = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const db = index % 2 === 0 ? database.db : other.db;
        return reserveStrangerAttempt({ db, secret, now, user: alice, factor: 'password', others });
      }),
    );
    const open = reserved.flatMap((one) => ('fail' in one ? [one] : []));
    expect(open).toHaveLength(5);
    await Promise.all(open.map(({ fail }) => fail()));
    expect(await database.db.outboxMail.count()).toBe(1);
    await other.close();
  });
});
