import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { approvedDevice, deviceFixtures, pollDevice } from '#lib/testing/device';
import { issueCode, redeem, refresh, userinfo } from '#lib/testing/fixtures';
import type { PlanNode } from '#lib/testing/plans/judge-plan';
import { connected } from '#lib/testing/postgres-connection';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { keepPlans } from './postgres-plans';
import { preparedOnPostgres } from './postgres-prepared';
import { text } from './read-column';
import { defineStatement, defineWrite } from './statement';

const names = ['plan_cache_mode', 'enable_seqscan', 'jit'];
const kept = ['force_generic_plan', 'off', 'off'];
const usual = ['auto', 'on', 'on'];

const show = defineStatement(
  `SELECT ${names.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`,
  (row) => names.map((name) => text(row, name)),
);

describe('settings for plans', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  const showByPrisma = async () => {
    const [row = {}] = await database.db.$queryRawUnsafe<Record<string, string>[]>(show.postgresql.text);
    return names.map((name) => row[name]);
  };

  it('hold for prepared statements, and not for those of Prisma', async () => {
    expect(await database.db.prepared.rows(show, {})).toEqual([kept]);
    expect(await showByPrisma()).toEqual(usual);
  });

  it('hold for one message on a connection of a pooler, which lends it to others afterwards', async () => {
    const pool = new pg.Pool({
      connectionString: database.url,
      max: 1,
      // A pooler gives out a process ID of its own.
      onConnect: (client) => keepPlans(Object.assign(client, { processID: 0 })),
    });
    try {
      const prepared = preparedOnPostgres(pool);
      expect(await prepared.rows(show, {})).toEqual([kept]);
      const gone = defineWrite(`UPDATE "Revision" SET "number" = 1 WHERE "id" = @id`);
      const write = { statement: gone, values: { id: -1 } };
      expect(await prepared.write([{ ...write, refusal: null }])).toBeNull();
      expect(
        await prepared.write([
          { ...write, refusal: null },
          { ...write, refusal: 'gone' },
        ]),
      ).toBe(1);
      const { rows } = await pool.query(show.postgresql.text);
      expect(names.map((name) => rows[0]?.[name])).toEqual(usual);
    } finally {
      await pool.end();
    }
  });
});

describe('the plans of the statements of the protocol, in a database that was never analyzed', () => {
  let provider: TestProvider;
  const texts = new Set<string>();
  const { query } = pg.Client.prototype;

  beforeAll(async () => {
    provider = await createTestProvider(deviceFixtures);
    Reflect.set(pg.Client.prototype, 'query', function heard(this: pg.Client, ...values: unknown[]) {
      const [message] = values;
      if (typeof message === 'object' && message !== null && 'statements' in message) {
        for (const one of [message.statements].flat()) texts.add(Object(one).text);
      }
      return Reflect.apply(query, this, values);
    });
    // Twice at once, so that calls are gathered.
    for (const scope of ['openid offline_access', 'openid profile']) {
      const issued = await Promise.all([issueCode(provider, { scope }), issueCode(provider, { scope })]);
      const tokens = await Promise.all(issued.map(async (one) => bodyOf(await redeem(provider, one))));
      await Promise.all(tokens.map((one) => userinfo(provider, one.access_token)));
      if (scope.includes('offline')) await Promise.all(tokens.map((one) => refresh(provider, one.refresh_token)));
    }
    const { deviceCode } = await approvedDevice(provider);
    await pollDevice(provider, deviceCode);
  });

  afterAll(async () => {
    Reflect.set(pg.Client.prototype, 'query', query);
    await provider.close();
  });

  const explain = (prepare: (client: pg.Client) => Promise<void>) =>
    connected(provider.databaseUrl, async (client) => {
      await prepare(client);
      const scans: string[] = [];
      for (const one of texts) {
        const count = Math.max(0, ...Array.from(one.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
        const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`;
        await client.query(`PREPARE one AS ${one}`);
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
          `EXPLAIN (FORMAT JSON) EXECUTE one${values}`,
        );
        await client.query('DEALLOCATE one');
        const found = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => scansWithoutIndex(Plan));
        scans.push(...found.map((table) => `${table}: ${one}`));
      }
      return scans;
    });

  it('reach every row by a condition on an index', async () => {
    expect(texts.size).toBeGreaterThan(30);
    expect(await explain(keepPlans)).toEqual([]);
  });

  it('would read whole tables without the settings, planned while these are small', async () => {
    expect(await explain(async (client) => void (await client.query('ANALYZE')))).not.toEqual([]);
  });
});

/** The tables that a plan reads without a condition on an index. */
function scansWithoutIndex(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(scansWithoutIndex);
  const table = node['Relation Name'];
  const isScan = table !== undefined && /Scan$/.test(node['Node Type']) && node['Node Type'] !== 'Bitmap Heap Scan';
  return isScan && node['Index Cond'] === undefined ? [table, ...below] : below;
}
