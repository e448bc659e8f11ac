import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '#lib/db/sweep';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { fixtures, issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { saveCounts } from './issued-store';
import { createTally, issuedTokens } from './tally';
import { writeCounts } from './write-counts';

const noon = new Date('2026-01-01T12:10:00Z');
const hour = new Date('2026-01-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('the tally of a process', () => {
  it('counts by the hour, and each person once a day', () => {
    const tally = createTally();
    for (const sub of ['a', 'b', 'a', null]) tally.count(sub, noon);
    tally.count('a', later(60));
    const { hours, active } = tally.take();
    expect(hours).toEqual([
      { hour, people: 3, clients: 1 },
      { hour: new Date('2026-01-01T13:00:00Z'), people: 1, clients: 0 },
    ]);
    expect(active.map(({ sub }) => sub)).toEqual(['a', 'b']);
    tally.count('a', later(120));
    expect(tally.take().active).toEqual([]);
    tally.count('a', later(24 * 60));
    expect(tally.take().active).toEqual([{ day: new Date('2026-01-02T00:00:00Z'), sub: 'a' }]);
    expect(tally.take()).toEqual({ hours: [], active: [] });
  });
});

describe('what processes counted', () => {
  let open: TestDatabase;
  beforeEach(async () => {
    open = await createTestDatabase();
  });
  afterEach(() => open.close());

  const save = (counted: Parameters<typeof saveCounts>[1]) => saveCounts(open.db, counted);

  it('is added up, also when it was written at different times', async () => {
    const tallies = [createTally(), createTally()];
    for (const tally of tallies) for (const sub of ['a', 'b', null]) tally.count(sub, noon);
    for (const tally of tallies) await writeCounts(tally, save);
    expect(await open.db.issuedTokens.findMany()).toEqual([{ hour, people: 4, clients: 2 }]);
    tallies[0]?.count('c', noon);
    for (const tally of tallies) await writeCounts(tally, save);
    expect(await open.db.issuedTokens.findMany()).toEqual([{ hour, people: 5, clients: 2 }]);
    expect((await open.db.activePerson.findMany()).map(({ sub }) => sub).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('is counted again when the database did not take it', async () => {
    const tally = createTally();
    tally.count('a', noon);
    await expect(writeCounts(tally, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await writeCounts(tally, save);
    expect(await open.db.issuedTokens.findMany()).toEqual([{ hour, people: 1, clients: 0 }]);
    expect(await open.db.activePerson.count()).toBe(1);
  });

  it('takes many people, and is swept when nobody asks for it any more', async () => {
    const tally = createTally();
    for (let index = 0; index < 250; index += 1) tally.count(`sub-${index}`, noon);
    await saveCounts(open.db, tally.take());
    expect(await open.db.activePerson.count()).toBe(250);
    await sweepExpired(open.db, later(4 * 24 * 60));
    expect([await open.db.activePerson.count(), await open.db.issuedTokens.count()]).toEqual([0, 1]);
    await sweepExpired(open.db, later(64 * 24 * 60));
    expect(await open.db.issuedTokens.count()).toBe(0);
  });
});

describe('an access token', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(fixtures);
  });
  afterAll(() => provider.close());

  it('is counted where a client receives it, and where it receives none nothing is', async () => {
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
    expect(hours).toMatchObject([{ people: 2, clients: 1 }]);
    expect(active).toHaveLength(1);
  });
});
