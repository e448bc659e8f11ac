import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '#lib/db/sweep';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { fixtures, issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { writeTally } from '#lib/usage/use-tally';
import { saveCounts } from './issued-store';
import { createTally, issuedTokens } from './tally';

const noon = new Date('2026-01-01T12:10:00Z');
const hour = new Date('2026-01-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('the tally of a process', () => {
  it('counts by the hour, and each person once an hour', () => {
    const tally = createTally();
    for (const sub of ['a', 'b', 'a', null]) tally.count(sub, noon);
    tally.count('a', later(60));
    tally.count('a', later(60));
    const { hours, active } = tally.take();
    expect(hours).toEqual([
      { hour, metric: 'token.user', count: 3 },
      { hour, metric: 'token.client', count: 1 },
      { hour: new Date('2026-01-01T13:00:00Z'), metric: 'token.user', count: 2 },
    ]);
    const next = new Date('2026-01-01T13:00:00Z');
    expect(active).toEqual([
      { hour, sub: 'a' },
      { hour, sub: 'b' },
      { hour: next, sub: 'a' },
    ]);
    tally.count('a', later(60));
    expect(tally.take().active).toEqual([]);
    expect(tally.take()).toEqual({ hours: [], active: [] });
  });
});

describe('the count across processes', () => {
  let open: TestDatabase;
  beforeEach(async () => {
    open = await createTestDatabase();
  });
  afterEach(() => open.close());

  const save = (counted: Parameters<typeof saveCounts>[1]) => saveCounts(open.db, counted);

  async function createUsers(subs: readonly string[]): Promise<void> {
    const common = { enabled: true, tenants: '[]', claims: '{}', createdAt: noon, updatedAt: noon };
    await open.db.user.createMany({
      data: subs.map((sub) => ({ sub, username: sub, canonicalUsername: sub, ...common })),
    });
  }

  async function counts(): Promise<Record<string, number>> {
    const rows = await open.db.usageHour.findMany({ orderBy: [{ hour: 'asc' }, { metric: 'asc' }] });
    return Object.fromEntries(
      rows.map(({ hour: at, metric, count }) => [`${at.toISOString().slice(8, 13)} ${metric}`, count]),
    );
  }

  it('is added up, also when it was written at different times', async () => {
    await createUsers(['a', 'b', 'c']);
    const tallies = [createTally(), createTally()];
    for (const tally of tallies) for (const sub of ['a', 'b', null]) tally.count(sub, noon);
    for (const tally of tallies) await writeTally(tally, save);
    expect(await counts()).toEqual({
      '01T00 user.active_day': 2,
      '01T12 token.client': 2,
      '01T12 token.user': 4,
      '01T12 user.active': 2,
    });
    tallies[0]?.count('c', noon);
    for (const tally of tallies) await writeTally(tally, save);
    expect(await counts()).toMatchObject({ '01T12 token.user': 5, '01T12 user.active': 3, '01T00 user.active_day': 3 });
  });

  it('counts only people who were active in an hour', async () => {
    await createUsers(['a', 'b']);
    const tally = createTally();
    tally.count('a', noon);
    await writeTally(tally, save);
    tally.count('b', later(60));
    await writeTally(tally, save);
    tally.count('deleted', later(120));
    await writeTally(tally, save);
    expect(await counts()).toEqual({
      '01T00 user.active_day': 2,
      '01T12 token.user': 1,
      '01T12 user.active': 1,
      '01T13 token.user': 1,
      '01T13 user.active': 1,
      '01T14 token.user': 1,
    });
  });

  it('is written only when there are counts, for people or clients', async () => {
    const tally = createTally();
    const untouched = new Proxy(open.db, {
      get: () => {
        throw new Error('nothing to write');
      },
    });
    await writeTally(tally, (counted) => saveCounts(untouched, counted));
    tally.count(null, noon);
    await writeTally(tally, save);
    expect(await counts()).toEqual({ '01T12 token.client': 1 });
  });

  it('counts a person once an hour and once a day, also when two processes write at once', async () => {
    await createUsers(['a', 'b']);
    const tallies = [createTally(), createTally()];
    for (const tally of tallies) {
      for (const minutes of [0, 60, 24 * 60]) for (const sub of ['a', 'b', 'unknown']) tally.count(sub, later(minutes));
    }
    await Promise.all(tallies.map((tally) => writeTally(tally, save)));
    const found = await counts();
    expect(found).toMatchObject({ '01T00 user.active_day': 2, '02T00 user.active_day': 2, '02T12 user.active': 2 });
    expect(found).toMatchObject({ '01T12 user.active': 2, '01T13 user.active': 2, '01T12 token.user': 6 });
  });

  it('is counted again after a failure of the database', async () => {
    await createUsers(['a']);
    const tally = createTally();
    tally.count('a', noon);
    await expect(writeTally(tally, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await writeTally(tally, save);
    expect(await counts()).toMatchObject({ '01T12 token.user': 1, '01T12 user.active': 1 });
  });

  it('holds many people, and drops those who were not active for long', async () => {
    const subs = Array.from({ length: 250 }, (_, index) => `sub-${index}`);
    await createUsers(subs);
    const tally = createTally();
    for (const sub of subs) tally.count(sub, noon);
    await saveCounts(open.db, tally.take());
    expect(await open.db.activeUser.count()).toBe(250);
    await sweepExpired(open.db, later(90 * 24 * 60));
    expect(await open.db.activeUser.count()).toBe(250);
    await sweepExpired(open.db, later(92 * 24 * 60));
    expect(await open.db.activeUser.count()).toBe(0);
  });
});

describe('an access token', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(fixtures);
  });
  afterAll(() => provider.close());

  it('is counted only when a client receives it', async () => {
    issuedTokens().take();
    const issued = await issueCode(provider, { scope: 'openid offline_access' });
    const first = bodyOf(await redeem(provider, issued));
    await refresh(provider, first.refresh_token);
    await refresh(provider, first.refresh_token);
    await provider.post(
      '/connect/token',
      { grant_type: 'client_credentials' },
      { authorization: basic('m2m', secrets.m2m) },
    );
    const { hours, active } = issuedTokens().take();
    expect(hours).toMatchObject([
      { metric: 'token.user', count: 2 },
      { metric: 'token.client', count: 1 },
    ]);
    expect(active).toHaveLength(1);
  });
});
