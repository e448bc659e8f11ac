import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { blankClient } from '#lib/clients/client-record';
import { clientTable } from '#lib/clients/client-store';
import { deleteClients } from '#lib/clients/delete-clients';
import { continueRemovals } from '#lib/config/continue-removals';
import { createId } from '#lib/crypto/random';
import { reserveFailure } from '#lib/factors/failure-store';
import { deleteUsers } from '#lib/sessions/delete-user';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { canonicalUsername } from '#lib/users/canonical-username';
import { createUser } from '#lib/users/user-store';
import type { Transaction } from './database';
import { findRemovals, finishRemovals, removeDependents, startRemovals } from './removal';
import { continueRevocations, revokeGrants } from './revoke-grants';
import { transaction } from './transaction';

const now = new Date('2030-01-01T12:00:00Z');
const times = { createdAt: now, expiresAt: new Date('2030-01-02T12:00:00Z') };
/** More than what a transaction changes. */
const many = 400;
const atOnce = 300;
const scope = 'openid offline_access';
const revoking = { reason: 'withdrawn', now };

let database: TestDatabase;
let sub: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  const { db, dialect } = database;
  await db.accessToken.deleteMany();
  await db.grant.deleteMany();
  await db.client.deleteMany();
  await transaction(db, clientTable.create(dialect, ['app', 'web'].map(blankClient), { now }));
  const username = createId();
  const input = { username, canonicalUsername: canonicalUsername(username) ?? never(), passwordHash: null };
  ({ sub } = await createUser(db, { ...input, enabled: true, admin: null, tenants: 'none', claims: {} }, now));
  const grants = ['app', 'web'].flatMap((clientId) =>
    Array.from({ length: many }, () => ({ id: createId(), clientId, sub, scope, tenant: 'acme', ...times })),
  );
  await db.grant.createMany({ data: grants });
});

function never(): never {
  throw new Error('no username');
}

/** On PostgreSQL, `second` meets the rows that `first` changes, and goes on when that is committed. */
async function overlap(first: (tx: Transaction) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  await transaction(database.db, async (tx) => {
    await first(tx);
    running = second();
    if (inject('database').dialect === 'postgresql') await expect.poll(isSomebodyWaiting).toBe(true);
  });
  await running;
}

async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = await database.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

const live = () => database.db.grant.count({ where: { sub, revokedAt: null } });
const withdraw = (tx: Transaction) => revokeGrants(tx, { sub, clientId: 'app' }, revoking);
const removeSome = (tx: Transaction) => removeDependents(tx, 'user', { names: [sub], limit: atOnce, ...removing() });
const removing = () => ({ dialect: database.dialect, now });

it('signing out everywhere while an application is withdrawn revokes every grant', async () => {
  await overlap(withdraw, () => transaction(database.db, (tx) => revokeGrants(tx, { sub }, revoking)));
  await continueRevocations(database.db);
  expect([await live(), await database.db.revocation.count()]).toEqual([0, 0]);
});

it('a revocation goes on while another transaction revokes the same grants', async () => {
  await transaction(database.db, (tx) => revokeGrants(tx, { sub }, revoking));
  await overlap(withdraw, () => continueRevocations(database.db));
  await continueRevocations(database.db);
  expect([await live(), await database.db.revocation.count()]).toEqual([0, 0]);
});

const left = async () => [await database.db.grant.count({ where: { sub } }), await database.db.removal.count()];

it('a deletion leaves nothing behind while another transaction removes the same rows', async () => {
  await overlap(removeSome, () => transaction(database.db, (tx) => deleteUsers(tx, [sub], removing())));
  await continueRemovals(database.db, now);
  expect(await left()).toEqual([0, 0]);
});

it('a removal goes on while another process removes the same rows', async () => {
  await transaction(database.db, (tx) => startRemovals(tx, 'user', [sub], now));
  await overlap(removeSome, () => continueRemovals(database.db, now));
  await continueRemovals(database.db, now);
  expect(await left()).toEqual([0, 0]);
});

it('the removal of a tenant goes on while another process removes the same grants', async () => {
  await transaction(database.db, (tx) => startRemovals(tx, 'tenant', ['acme'], now));
  await overlap(removeSome, () => continueRemovals(database.db, now));
  await continueRemovals(database.db, now);
  expect([await live(), await database.db.removal.count()]).toEqual([0, 0]);
});

it('a removal that begins anew while another process ends it goes on', async () => {
  const { db } = database;
  const begin = (at: Date) => transaction(db, (tx) => startRemovals(tx, 'issuer', ['corp'], at));
  await begin(now);
  const found = (await findRemovals(db)) ?? expect.fail('there is no removal');
  await begin(new Date(now.getTime() + 1));
  await transaction(db, (tx) => finishRemovals(tx, found));
  expect(await db.removal.count()).toBe(1);
  await continueRemovals(db, now);
  expect(await db.removal.count()).toBe(0);
});

it('a client is deleted while another one exchanges a token of its grant (RFC 8693)', async () => {
  const { db, dialect } = database;
  await db.grant.deleteMany({ where: { clientId: 'app' } });
  const grant = { id: createId(), clientId: 'app', sub, scope, ...times };
  await db.grant.create({ data: grant });
  const token = { hash: createId(), jti: createId(), grantId: grant.id, clientId: 'web', sub, sid: null };
  const { expiresAt } = times;
  const data = { ...token, scope, audience: '[]', claims: '{}', issuedAt: now, expiresAt };
  await overlap(
    (tx) => tx.accessToken.create({ data }),
    () => transaction(db, (tx) => deleteClients(tx, ['app'], { dialect, now })),
  );
  expect([await db.accessToken.count(), await db.client.count({ where: { clientId: 'app' } })]).toEqual([0, 0]);
});

it('an attempt at a password counts for nobody if the account is deleted meanwhile', async () => {
  const { db, dialect } = database;
  let failures: number | null = 0;
  await overlap(
    (tx) => deleteUsers(tx, [sub], { dialect, now }),
    async () => {
      failures = await reserveFailure(db, sub, 'password', now);
    },
  );
  expect(failures).toBeNull();
});
