import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { forgetScopeUses, listScopeUses, saveScopeUses } from './scope-use-store';
import { createScopeUseTally } from './scope-use-tally';
import { writeScopeUses } from './write-scope-uses';

const noon = new Date('2026-01-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('the uses that a process saw', () => {
  const use = { sub: 'a', clientId: 'web', scope: ['openid', 'profile'], at: noon };

  it('are taken once, each scope separately', () => {
    const tally = createScopeUseTally();
    tally.note(use);
    expect(tally.take()).toEqual([
      { ...use, scope: 'openid' },
      { ...use, scope: 'profile' },
    ]);
    expect(tally.take()).toEqual([]);
  });

  it('are recorded again after an hour, and at once for another person or client', () => {
    const tally = createScopeUseTally();
    const note = (change: Partial<typeof use>) => {
      tally.note({ ...use, scope: ['openid'], ...change });
      return tally.take().length;
    };
    expect([note({}), note({ at: later(59) }), note({ sub: 'b' }), note({ clientId: 'spa' })]).toEqual([1, 0, 1, 1]);
    expect(note({ at: later(60) })).toBe(1);
    expect(note({ at: later(119) })).toBe(0);
    expect(note({ at: later(0) }), 'a clock that was set back by an hour').toBe(1);
  });

  it('need memory for a limited number of uses', () => {
    const tally = createScopeUseTally();
    const scope = Array.from({ length: 100_000 }, (_, index) => `s${index}`);
    tally.note({ ...use, scope });
    tally.note({ ...use, scope: ['s0'] });
    expect(tally.take()).toHaveLength(100_000);
    tally.note({ ...use, scope: ['one-more', 's0'] });
    expect(tally.take().map((one) => one.scope)).toEqual(['one-more', 's0']);
  });
});

describe('uses of scopes', () => {
  let provider: TestProvider;
  let alice: string;
  let bob: string;
  beforeAll(async () => {
    provider = await createTestProvider(fixtures);
    const find = (username: string) => provider.context().db.user.findFirstOrThrow({ where: { username } });
    [alice, bob] = [(await find('alice')).sub, (await find('bob')).sub];
  });
  afterAll(() => provider.close());
  afterEach(() => provider.context().db.scopeUse.deleteMany());

  const db = () => provider.context().db;
  const use = (change: object = {}) => ({ sub: alice, clientId: 'web', scope: 'openid', at: noon, ...change });

  it('are kept only for existing people and clients', async () => {
    await saveScopeUses(db(), [
      use(),
      use({ sub: 'gone' }),
      use({ clientId: 'nobody' }),
      use({ sub: 'web', clientId: alice }),
    ]);
    expect(await db().scopeUse.count()).toBe(1);
    await saveScopeUses(db(), [use({ sub: 'gone' })]);
    expect(await db().scopeUse.count()).toBe(1);
  });

  it('have the newest time, in any order of writing', async () => {
    await saveScopeUses(db(), [use({ at: later(2) }), use({ at: later(1) })]);
    expect(await listScopeUses(db(), alice)).toEqual([{ clientId: 'web', scope: 'openid', at: later(2) }]);
    await saveScopeUses(db(), [use({ at: later(1) })]);
    expect(await listScopeUses(db(), alice)).toMatchObject([{ at: later(2) }]);
    await saveScopeUses(db(), [use({ at: later(3) })]);
    expect(await listScopeUses(db(), alice)).toMatchObject([{ at: later(3) }]);
  });

  it('are listed for their person, and forgotten by client or by scope', async () => {
    await saveScopeUses(db(), [use(), use({ scope: 'profile' }), use({ clientId: 'spa' }), use({ sub: bob })]);
    const left = async (sub: string) =>
      (await listScopeUses(db(), sub)).map(({ clientId, scope }) => `${clientId} ${scope}`).toSorted();
    expect([await left(alice), await left(bob)]).toEqual([['spa openid', 'web openid', 'web profile'], ['web openid']]);
    await forgetScopeUses(db(), { sub: alice, clientId: 'web', scope: 'profile' });
    expect(await left(alice)).toEqual(['spa openid', 'web openid']);
    await forgetScopeUses(db(), { sub: alice, clientId: 'web' });
    expect([await left(alice), await left(bob)]).toEqual([['spa openid'], ['web openid']]);
  });

  it('are written again after a failure of the database', async () => {
    const tally = createScopeUseTally();
    tally.note({ sub: alice, clientId: 'web', scope: ['openid'], at: noon });
    const failing = await openFailingWrites(provider.databaseUrl);
    const refused = failing.refusing({ table: 'ScopeUse', verb: 'INSERT' }, () => writeScopeUses(db(), tally));
    await expect(refused).rejects.toThrow();
    await failing.close();
    await writeScopeUses(db(), tally);
    expect(await listScopeUses(db(), alice)).toMatchObject([{ scope: 'openid', at: noon }]);
  });
});
