import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readSimulateQuery, readSimulation } from '../simulate/read';
import { findPicks, listFewPicks, type PickKind, readTyped, resolvePick, shownPicks } from './read';

let area: TestAdmin;

beforeAll(async () => {
  const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'], scope: 'openid' };
  area = await createTestAdmin({
    clients: [
      { ...spa, client_id: 'shop', client_name: 'Lantern Books' },
      { ...spa, client_id: 'shop-test', client_name: 'Lantern Books (test)' },
    ],
    scopes: [{ name: 'orders', type: 'resource', display_name: 'Your orders', claims: ['buyer'] }],
    tenants: [{ name: 'harbor', display_name: 'Harbor Library' }],
    users: [
      { username: 'bob', claims: { name: 'Bob Jones', email: 'bob@shop.test' } },
      { username: 'bobby', claims: { name: 'Bob Smith' } },
      { username: 'alice', claims: { name: 'Alice Jones' } },
      ...Array.from({ length: shownPicks + 1 }, (_, index) => ({ username: `zed-${index}` })),
    ],
  });
});
afterAll(() => area.close());

const resolve = async (kind: PickKind, typed: string | null) => resolvePick(await area.admin(), kind, typed);

describe('an object named in a field', () => {
  it.each<[PickKind, string, string]>([
    ['user', 'BOB', 'bob'],
    ['user', 'smith', 'bobby'],
    ['user', 'bob@shop', 'bob'],
    ['client', 'shop', 'shop'],
    ['client', 'lantern books', 'shop'],
    ['client', '(test)', 'shop-test'],
    ['scope', 'Your orders', 'orders'],
    ['tenant', 'library', 'harbor'],
    ['claim', 'buy', 'buyer'],
  ])('is found: the %s %s is %s', async (kind, typed, value) => {
    expect(await resolve(kind, typed)).toMatchObject({ picked: { value } });
  });

  it('can be a user by their ID', async () => {
    const { db } = await area.admin();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'alice' }, select: { sub: true } });
    expect(await resolve('user', sub)).toMatchObject({ picked: { value: 'alice', id: sub } });
  });

  it('is ambiguous if several match, and unknown if none does', async () => {
    expect(await resolve('user', 'jones')).toMatchObject({
      problem: 'several',
      picks: [{ value: 'alice' }, { value: 'bob' }],
      isCut: false,
    });
    expect(await resolve('client', 'lantern')).toMatchObject({ problem: 'several' });
    expect(await resolve('user', 'alcie')).toEqual({ problem: 'unknown', typed: 'alcie' });
    expect(await resolve('user', null)).toBeNull();
  });

  it('is the chosen one rather than the typed one', () => {
    expect(readTyped({ user: 'jones', user_chosen: 'bob' }, 'user')).toBe('bob');
    expect(readTyped({ user: 'x'.repeat(201) }, 'user')).toBeNull();
  });
});

describe('the list below a field', () => {
  it('has 20 entries at most, exact matches first, and says that there are more', async () => {
    const admin = await area.admin();
    const found = await findPicks(admin, 'user', 'zed');
    expect(found).toMatchObject({ isCut: true });
    expect(found.picks).toHaveLength(shownPicks);
    expect((await findPicks(admin, 'user', 'bob')).picks.map(({ value }) => value)).toEqual(['bob', 'bobby']);
    expect((await findPicks(admin, 'user', '')).isCut).toBe(true);
  });

  it('is part of the page if there are few entries', async () => {
    const admin = await area.admin();
    expect(await listFewPicks(admin, 'client')).toMatchObject([{ value: 'shop' }, { value: 'shop-test' }]);
    expect(await listFewPicks(admin, 'user')).toEqual([]);
  });

  it('shows only names and email addresses (security #153)', async () => {
    const text = JSON.stringify(await findPicks(await area.admin(), 'user', 'bob'));
    expect(Object.keys(JSON.parse(text).picks[0]).sort()).toEqual(['detail', 'id', 'name', 'value']);
  });
});

describe('the simulator', () => {
  const run = async (query: Record<string, string>) => readSimulation(await area.admin(), readSimulateQuery(query));

  it('accepts a client and a user by their names', async () => {
    expect(await run({ client: 'lantern books', user: 'smith' })).toMatchObject({
      simulation: { outcome: 'accepted', client: { id: 'shop' }, redirectUri: 'https://rp.test/cb' },
    });
    expect(await run({ client: 'shop', redirect_uri: 'https://evil.test' })).toMatchObject({
      simulation: { outcome: 'refused', rule: 'redirect_uri_not_registered' },
    });
  });

  it('asks for a choice if a name is ambiguous', async () => {
    expect(await run({ client: 'shop', user: 'jones' })).toMatchObject({
      simulation: null,
      user: { problem: 'several' },
    });
    expect(await run({ client: 'lantern' })).toMatchObject({ simulation: null, client: { problem: 'several' } });
    expect(await run({ client: 'shop', user: 'who@nowhere.test' })).toMatchObject({
      simulation: { outcome: 'accepted', person: 'unknown' },
    });
  });
});
