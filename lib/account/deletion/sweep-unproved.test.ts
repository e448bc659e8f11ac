import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { canonicalUsername } from '#lib/users/canonical-username';
import { createUser, setClaims, type UserInput, updateUser } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { sweepUnproved } from './sweep-unproved';

const start = new Date('2030-01-01T12:00:00Z');
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.user.deleteMany());

/** An account from sign-up. */
function inputOf(username: string): UserInput {
  const canonical = canonicalUsername(username);
  if (canonical === null) throw new Error('no username');
  const input = { username, canonicalUsername: canonical, passwordHash: null, enabled: true, admin: null, claims: {} };
  return { ...input, tenants: 'none', origin: 'sign_up' };
}

const unproved = (username: string) => ({
  ...inputOf(username),
  claims: { email: 'b@example.com', email_verified: false },
});

async function create(username: string, change: Partial<UserInput> = {}, lastSignInAt: Date | null = start) {
  const { sub } = await createUser(database.db, { ...inputOf(username), ...change }, start);
  await database.db.user.update({ where: { sub }, data: { lastSignInAt } });
  return sub;
}

const left = async () =>
  (await database.db.user.findMany({ orderBy: { username: 'asc' } })).map(({ username }) => username);

it('accounts that never proved an address are deleted 7 days after the last sign-in (security #116)', async () => {
  await create('nothing');
  await create('unproved', { claims: { email: 'a@example.com', email_verified: false } });
  await create('never', {}, null);
  await create('active', {}, daysLater(1));
  await create('proved', { claims: { email: 'b@example.com', email_verified: true } });
  await create('made', { origin: 'administrator' });
  await create('provider', { origin: 'provider' });
  await create('role', { admin: 'auditor' });
  expect(await sweepUnproved(database.db, daysLater(7))).toBe(0);
  expect(await sweepUnproved(database.db, new Date(daysLater(7).getTime() + 1))).toBe(3);
  expect(await left()).toEqual(['active', 'made', 'proved', 'provider', 'role']);
  const events = await database.db.auditEvent.findMany({
    where: { type: 'user.deleted' },
    orderBy: { targetName: 'asc' },
  });
  expect(events.map(({ targetName, actorKind }) => [targetName, actorKind])).toEqual([
    ['never', 'retention'],
    ['nothing', 'retention'],
    ['unproved', 'retention'],
  ]);
});

it.each<[string, (sub: string) => Promise<unknown>]>([
  [
    'an administrator or a file changed',
    (sub) => updateUser(database.db, proven('operator', sub), unproved('moved'), start),
  ],
  [
    'a provider changed',
    (sub) => transaction(database.db, (tx) => setClaims(tx, proven('profile', sub), unproved('moved').claims, start)),
  ],
])('an account stays whose proved address %s (security #116)', async (_, lose) => {
  await create('moved', { claims: { email: 'a@example.com', email_verified: true } });
  const { sub } = await database.db.user.findFirstOrThrow();
  await lose(sub);
  await transaction(database.db, (tx) => setClaims(tx, proven('profile', sub), {}, start));
  expect(await sweepUnproved(database.db, daysLater(8))).toBe(0);
  expect(await left()).toEqual(['moved']);
});

it('a deleted account is signed out, and its applications are notified (security #104)', async () => {
  const { db, dialect } = database;
  const sub = await create('remembered');
  const clients = [{ ...blankClient('told'), backchannelLogoutUri: 'https://rp.test/logout' }];
  await transaction(db, clientTable.create(dialect, clients, { now: start }));
  const expiresAt = daysLater(30);
  await db.browser.create({ data: { id: 'b', handleHash: 'b', createdAt: start, expiresAt } });
  const session = { sid: 's', browserId: 'b', sub, authTime: start, idp: 'local', remember: true, expiresAt };
  await db.session.create({ data: { ...session, createdAt: start, lastSeenAt: daysLater(7) } });
  await db.sessionClient.create({ data: { sid: 's', clientId: 'told', createdAt: start } });
  expect(await sweepUnproved(db, daysLater(8))).toBe(1);
  expect(await db.logoutNotice.findMany({ select: { clientId: true, sub: true } })).toEqual([
    { clientId: 'told', sub },
  ]);
});

it('more than one batch is deleted, each account once by two processes', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => create(`many-${index}`)));
  const counts = await Promise.all([1, 2].map(() => sweepUnproved(database.db, daysLater(8))));
  expect(counts.reduce((sum, count) => sum + count)).toBe(60);
  expect(await left()).toEqual([]);
});
