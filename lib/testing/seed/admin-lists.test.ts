import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminContext } from '#lib/admin/admin-context';
import { verifyChain } from '#lib/audit/seals/verify-chain';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '../database';
import { explainStatement } from '../explain-statement';
import { recordStatements } from '../record-statements';
import { testSecret } from '../running-server';
import { adminLists } from './admin-lists';
import { seedDatabase } from './seed-database';
import { seededAdmin } from './seeded-admin';

const sizes = { clients: 200, users: 4000, events: 40_000, groups: 50, groupsOfPerson: 5 };
const now = new Date('2026-06-01T12:00:00Z');

/** Tables that grow with every person and every request. Clients are in memory, and a list of all clients is short. */
const largeTables = new Set([
  'AccessToken',
  'ActiveUser',
  'AuditEvent',
  'AuditSeal',
  'AuthorizationCode',
  'Browser',
  'ClientUsage',
  'Consent',
  'Explanation',
  'FactorFailure',
  'Grant',
  'Membership',
  'RefreshToken',
  'Session',
  'User',
  'UserIdentity',
  'UserWord',
]);

/** The maximum number of rows that a page reads, regardless of how many there are. */
const maximum = { rows: 10_000, statements: 13 };
/**
 * The overview runs many short statements if nobody opened it in the last ten seconds, and the first one also runs the
 * checks, which walk all people in slices. At most it adds up 180 days of hours for six metrics, however much happens in an hour.
 */
const maximumOfOverview = { rows: 30_000, statements: 46 };

/** The checks walk all people in slices of 500, with two statements for each, and read what groups tokens left out. */
const maximumOfChecks = { rows: 10_000, statements: 26 };

let open: TestDatabase;
let admin: AdminContext;

beforeAll(async () => {
  open = await createTestDatabase();
  await seedDatabase(open, sizes, { secret: masterSecret(testSecret), now });
  admin = await seededAdmin(open, now);
}, 120_000);

afterAll(() => open.close());

describe('the lists of the admin area in a large installation', () => {
  it.each(adminLists(sizes, now))('$address finds by indexes and reads few rows', async ({ address, read }) => {
    const statements = await recordStatements(() => read(admin));
    const others = address === '/admin/checks' ? maximumOfChecks : maximum;
    const most = address.startsWith('/admin?') ? maximumOfOverview : others;
    expect(statements.length).toBeLessThanOrEqual(most.statements);
    for (const statement of statements) {
      const { lines, scanned, rowsRead } = await explainStatement(open, statement, { avoidScans: true });
      const plan = `${statement.sql}\n${lines.join('\n')}`;
      expect(
        scanned.filter((table) => largeTables.has(table)),
        plan,
      ).toEqual([]);
      expect(rowsRead ?? 0, plan).toBeLessThanOrEqual(most.rows);
    }
  });
});

describe('a seeded database', () => {
  it('has an audit log with an intact chain', async () => {
    expect(await verifyChain(open.db, masterSecret(testSecret), now)).toMatchObject({ intact: true, keyedAfter: 0 });
  });
});
