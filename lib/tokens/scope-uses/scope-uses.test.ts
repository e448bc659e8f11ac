import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFailingWrites } from '#lib/testing/failing-writes';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { noteScopeUses } from './note-scope-uses';
import { forgetScopeUses, listScopeUses, saveScopeUses, writeScopeUses } from './scope-use-store';

const noon = new Date('2026-01-01T12:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

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
    await saveScopeUses(db(), [use({ at: later(2) })]);
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
    noteScopeUses(alice, 'web', ['openid', 'profile'], noon);
    const failing = await openFailingWrites(provider.databaseUrl);
    const refused = failing.refusing({ table: 'ScopeUse', verb: 'INSERT' }, () => writeScopeUses(db()));
    await expect(refused).rejects.toThrow();
    await failing.close();
    await writeScopeUses(db());
    const written = (await listScopeUses(db(), alice)).toSorted((one, other) => one.scope.localeCompare(other.scope));
    expect(written).toMatchObject([
      { scope: 'openid', at: noon },
      { scope: 'profile', at: noon },
    ]);
  });
});
