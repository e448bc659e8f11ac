import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { transaction } from '#lib/db/transaction';
import { saveExplanations, type WaitingExplanation } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { saveCounts } from '#lib/tokens/issued/issued-store';
import { createTally } from '#lib/tokens/issued/tally';
import { countEvents } from '#lib/usage/count-events';
import type { ClientCount } from '#lib/usage/tally-events';
import { addClients } from '#lib/usage/usage-store';
import { countListed, readAuditQuery } from '../audit/read';
import { countRefused, readRequestQuery } from '../requests/read';
import { countActiveUsers, readUserQuery } from '../users/read-list';
import { countOverview } from './count-overview';
import { overviewRanges } from './numbers';
import { readOverview } from './read';
import { listOf, listOfClient, listOfReason } from './tile-links';

const hourMs = 3_600_000;
let area: TestAdmin;

const actor = { kind: 'anonymous', id: null, name: null } as const;
const web = { id: 'web', name: 'Web shop' };
const signIn: NewAuditEvent = { type: 'sign_in.succeeded', outcome: 'success', actor, client: web };
const failed: NewAuditEvent = {
  type: 'sign_in.failed',
  outcome: 'failure',
  actor,
  client: web,
  details: { problem: 'invalid_credentials' },
};

beforeAll(async () => {
  area = await createTestAdmin({
    clients: [
      {
        client_id: 'web',
        client_name: 'Shop',
        client_secrets: [{ value: 'x' }],
        redirect_uris: ['https://rp.test/cb'],
        require_pkce: false,
      },
    ],
    users: [
      { username: 'alice', sub: 'sub-alice' },
      { username: 'bob', sub: 'sub-bob' },
    ],
  });
  const { db, now, settings } = await area.admin();
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs);
  for (const hours of [800, 60, 30, 2, 1]) await recordEvents(db, [signIn, failed], at(hours));
  await sealEvents(db, settings.secret, now);
  await countEvents(db);
  await saveExplanations(
    db,
    [0.01, 3, 29, 700].map((hours, index) => refusal(index, at(hours))),
  );
  const tally = createTally();
  for (const [sub, hours] of [
    ['sub-bob', 50],
    ['sub-alice', 3],
    ['sub-alice', 0.01],
    [null, 2],
  ] as const)
    tally.count(sub, at(hours));
  await saveCounts(db, tally.take());
  // Two events are sealed but not counted yet. The third is neither.
  await recordEvents(db, [signIn, { ...signIn, client: { id: 'b', name: null } }], at(0.01));
  await sealEvents(db, settings.secret, now);
  await recordEvents(db, [signIn], at(0.005));
});
afterAll(() => area.close());

async function numbersOf(range: (typeof overviewRanges)[number], zone = 'UTC') {
  const { numbers } = await readOverview(await area.admin(), range, zone);
  if (numbers === null) throw new Error('the numbers could not be read');
  return numbers;
}

const refusal = (index: number, at: Date): WaitingExplanation => ({
  reference: `AAAAAAAA0${index}`,
  groupKey: String(index),
  endpoint: '/connect/token',
  rule: 'x',
  error: 'invalid_grant',
  description: 'x',
  clientId: 'web',
  network: '192.0.2.0/24',
  facts: '{}',
  occurrences: 2,
  createdAt: at,
  lastSeenAt: at,
  expiresAt: new Date(at.getTime() + 800 * hourMs),
});

/** The total in the header of the list at an address. */
const headerOf = async (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://x');
  const [admin, query] = [await area.admin(), Object.fromEntries(searchParams)];
  if (pathname === '/admin/audit') return countListed(admin, readAuditQuery(query));
  if (pathname === '/admin/users') return countActiveUsers(admin, readUserQuery(query));
  return countRefused(admin, readRequestQuery(query));
};

const totalOf = async (address: string) => {
  const query = Object.fromEntries(new URL(address, 'https://x').searchParams);
  return countListed(await area.admin(), readAuditQuery(query));
};

describe('the most used clients', () => {
  let open: TestDatabase;
  beforeEach(async () => {
    open = await createTestDatabase();
  });
  afterEach(() => open.close());

  const day = (clientId: string, count: number) =>
    ({ clientId, unit: 'day', start: new Date('2026-01-10T00:00:00Z'), count }) as const;
  const hour = (clientId: string, start: string, count: number) =>
    ({ clientId, unit: 'hour', start: new Date(start), count }) as const;
  const add = (...counts: readonly ClientCount[]) => transaction(open.db, (tx) => addClients(tx, counts));

  async function clientsIn(zone: string) {
    const { clients } = await countOverview({ db: open.db, range: '7d', zone, now: new Date('2026-01-10T12:30:00Z') });
    return clients.map(({ name, count }) => [name, count]);
  }

  it('include events that are not counted yet, even of rarely used clients', async () => {
    await add(day('a', 10), day('b', 9), day('c', 8), day('d', 7), day('e', 6), day('f', 5), day('late', 1));
    const ofLate = { ...signIn, client: { id: 'late', name: null } };
    await recordEvents(open.db, [ofLate, ofLate, ofLate, ofLate, ofLate, ofLate], new Date('2026-01-10T12:30:00Z'));
    expect(await clientsIn('UTC')).toEqual([
      ['a', 10],
      ['b', 9],
      ['c', 8],
      ['d', 7],
      ['late', 7],
    ]);
  });

  it('are counted by the hour on the first day of a range', async () => {
    const began = ['2026-01-04T04:00:00Z', '2026-01-04T05:00:00Z', '2026-01-04T23:00:00Z'] as const;
    await add(day('a', 1), ...began.map((start, index) => hour('a', start, 10 ** (index + 1))));
    await add({ ...day('a', 1110), start: new Date('2026-01-04T00:00:00Z') });
    expect(await clientsIn('America/New_York')).toEqual([['a', 1101]]);
    expect(await clientsIn('UTC')).toEqual([['a', 1111]]);
  });
});

describe('the overview (ux §1.13)', () => {
  it.each(overviewRanges.flatMap((range) => ['UTC', 'America/New_York'].map((zone) => [range, zone] as const)))(
    'shows numbers of %s in %s that equal the totals of the linked lists',
    async (range, zone) => {
      const numbers = await numbersOf(range, zone);
      for (const metric of ['sign_ins', 'failed', 'new_users'] as const) {
        expect(await totalOf(listOf(metric, numbers)), metric).toBe(numbers.metrics[metric].total);
      }
      expect(numbers.metrics.sign_ins.total).toBeGreaterThan(3);
      for (const { name, count } of numbers.clients) expect(await totalOf(listOfClient(name, numbers))).toBe(count);
      for (const { name, count } of numbers.reasons) {
        expect(await totalOf(String(listOfReason(name, numbers)))).toBe(count);
      }
      expect(numbers.clients[0]?.name).toBe('web');
      expect(numbers.isCounting).toBe(false);
    },
  );

  it.each(
    (['sign_ins', 'failed', 'refused', 'new_users', 'active_users'] as const).flatMap((metric) =>
      overviewRanges.map((range) => [metric, range] as const),
    ),
  )('links %s of %s to a list with that total in its header', async (metric, range) => {
    const numbers = await numbersOf(range, 'Asia/Kolkata');
    const { total } = numbers.metrics[metric];
    expect(await headerOf(listOf(metric, numbers))).toBe(total);
    expect(total).toBeGreaterThan(0);
  });

  it('shows the access tokens of a tile in the table of its chart', async () => {
    const { metrics, tokens } = await numbersOf('7d');
    const sum = [...tokens.user, ...tokens.client].reduce((total, count) => total + count, 0);
    expect([metrics.tokens.total, sum]).toEqual([4, 4]);
  });

  it('prefers a range to a period in the same address', () => {
    const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
    expect(readAuditQuery(period)).toMatchObject(period);
    expect(readAuditQuery({ ...period, range: '7d' })).toMatchObject({ range: '7d', from: null, to: null });
    expect(readRequestQuery({ ...period, range: '' })).toMatchObject(period);
  });

  it('has one moment for all numbers: the columns add up to the tile', async () => {
    const { metrics } = await numbersOf('90d');
    for (const { total, columns } of [metrics.sign_ins, metrics.failed, metrics.new_users]) {
      expect(columns.reduce((sum, count) => sum + count, 0)).toBe(total);
    }
    expect(metrics.sign_ins.total).toBe(8);
  });

  it('shows the findings of the checks first', async () => {
    const { attention } = await readOverview(await area.admin(), '24h');
    expect(attention?.groups.map(({ rule }) => rule)).toContain('pkce_missing');
    expect(attention?.counts.warning).toBeGreaterThan(0);
  });

  it('counts users and checks again at once, while there are few', async () => {
    const admin = await area.admin();
    const before = await readOverview(admin, '24h');
    const dates = { createdAt: admin.now, updatedAt: admin.now };
    const carol = {
      sub: 'sub-carol',
      username: 'carol',
      usernameKey: 'carol',
      canonicalUsername: 'carol',
      claims: '{}',
      tenants: '[]',
    };
    await admin.db.user.create({ data: { ...carol, ...dates, enabled: true, admin: 'owner', passwordHash: 'x' } });
    const after = await readOverview(admin, '24h');
    expect(after.users).toBe((before.users ?? 0) + 1);
    expect(after.attention?.counts).not.toEqual(before.attention?.counts);
    await admin.db.user.delete({ where: { sub: 'sub-carol' } });
  });

  it('takes few statements, regardless of the range', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    await readOverview({ ...admin, db: counted.db, now: new Date(admin.now.getTime() + 20_000) }, '90d');
    expect(counted.count()).toBeLessThanOrEqual(30);
  });

  it('is shown even if a part cannot be read', async () => {
    const admin = await area.admin();
    const broken = new Proxy(admin.db, {
      get: (db, name) => {
        if (name === 'user') throw new Error('broken');
        return Reflect.get(db, name);
      },
    });
    const { users, numbers } = await readOverview({ ...admin, db: broken }, '24h');
    expect(users).toBeNull();
    expect(numbers?.columns).toHaveLength(24);
  });
});
