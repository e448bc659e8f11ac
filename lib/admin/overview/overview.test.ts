import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { saveCounts } from '#lib/tokens/issued/issued-store';
import { createTally } from '#lib/tokens/issued/tally';
import { bucketsOf } from './buckets';
import { readOverview } from './read-overview';

const hour = 3_600_000;
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: [
      {
        client_id: 'web',
        client_secrets: [{ value: 'x' }],
        redirect_uris: ['https://rp.test/cb'],
        require_pkce: false,
      },
    ],
    users: [{ username: 'alice' }],
  });
  const { db, now } = await area.admin();
  const actor = { kind: 'anonymous', id: null, name: null } as const;
  const web = { id: 'web', name: 'Web shop' };
  for (const [hours, type, client] of [
    [1, 'sign_in.succeeded', web],
    [1, 'sign_in.succeeded', web],
    [2, 'sign_in.succeeded', { id: 'b', name: null }],
    [2, 'sign_in.failed', web],
    [30, 'sign_in.succeeded', web],
  ] as const) {
    const outcome = type === 'sign_in.failed' ? 'failure' : 'success';
    const details = type === 'sign_in.failed' ? { problem: 'invalid_credentials' } : {};
    await recordEvents(db, [{ type, outcome, actor, client, details }], new Date(now.getTime() - hours * hour));
  }
  const tally = createTally();
  const at = (hours: number) => new Date(now.getTime() - hours * hour);
  for (const sub of ['a', 'a', 'b']) tally.count(sub, at(1));
  tally.count(null, at(1));
  tally.count('a', at(24));
  await saveCounts(db, tally.take());
});
afterAll(() => area.close());

describe('the overview (ux §1.13)', () => {
  it('counts sign-ins by the hour, failures by reason and clients', async () => {
    const { series, reasons, topClients, before, numbers } = await readOverview(await area.admin(), '24h');
    expect(series).toHaveLength(24);
    expect(series?.slice(-4).map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
      [0, 0],
    ]);
    expect(reasons).toEqual([{ name: 'invalid_credentials', count: 1 }]);
    expect(topClients).toEqual([
      { name: 'Web shop', count: 2 },
      { name: 'b', count: 1 },
    ]);
    expect(before).toEqual({ succeeded: 1, failed: 0 });
    expect(numbers).toMatchObject({
      clients: 1,
      users: 1,
      newUsers: 1,
      refused: 0,
      active: { today: 2, yesterday: 1 },
    });
  });

  it.each([
    ['7d', 28, 4],
    ['30d', 30, 4],
  ] as const)('covers %s in %i columns', async (range, columns, succeeded) => {
    const { series } = await readOverview(await area.admin(), range);
    expect(series).toHaveLength(columns);
    expect(series?.reduce((sum, point) => sum + point.succeeded, 0)).toBe(succeeded);
  });

  it('adds up the access tokens of each column, for people and for clients', async () => {
    const { tokens } = await readOverview(await area.admin(), '24h');
    expect(tokens?.slice(-3).map(({ people, clients }) => [people, clients])).toEqual([
      [0, 0],
      [3, 1],
      [0, 0],
    ]);
    const month = await readOverview(await area.admin(), '30d');
    const sum = (name: 'people' | 'clients') => month.tokens?.reduce((total, point) => total + point[name], 0);
    expect([sum('people'), sum('clients')]).toEqual([4, 1]);
  });

  it('shows what the checks found first', async () => {
    const { attention } = await readOverview(await area.admin(), '24h');
    expect(attention?.groups.map(({ rule }) => rule)).toContain('pkce_missing');
    expect(attention?.counts.warning).toBeGreaterThan(0);
  });

  it('takes few statements, however long the range is', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    await readOverview({ ...admin, db: counted.db }, '30d');
    expect(counted.count()).toBeLessThanOrEqual(13);
  });

  it('survives a part that cannot be read', async () => {
    const admin = await area.admin();
    const broken = new Proxy(admin.db, {
      get: (db, name) => {
        if (name === 'user') throw new Error('broken');
        return Reflect.get(db, name);
      },
    });
    const { numbers, series } = await readOverview({ ...admin, db: broken }, '24h');
    expect(numbers.users).toBeNull();
    expect(series).toHaveLength(24);
  });
});

describe('bucketsOf', () => {
  it.each(['24h', '7d', '30d'] as const)('leaves no gap in %s and ends after now', (range) => {
    const now = new Date('2026-03-01T10:17:00Z');
    const buckets = bucketsOf(range, now);
    for (const [index, { from }] of buckets.entries()) if (index > 0) expect(from).toEqual(buckets[index - 1]?.before);
    expect(buckets.at(-1)?.before.getTime()).toBeGreaterThan(now.getTime());
  });
});
