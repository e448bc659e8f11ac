import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readLastAddresses, rememberAddress } from './last-addresses';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({});
});
afterAll(() => area.close());

const own = { sid: 'own-session' };

/** The cookie after these pages were visited, one after another. */
async function cookieAfter(...pages: readonly string[]): Promise<string> {
  const { settings } = area.provider.context();
  let cookie = '';
  for (const page of pages) {
    const set = await rememberAddress(page, await readLastAddresses(cookie, own, settings), own, settings);
    if (set !== null) cookie = set.split(';')[0] ?? '';
  }
  return cookie;
}

/** The addresses that links to lists lead to afterwards. */
async function visit(...pages: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return readLastAddresses(await cookieAfter(...pages), own, area.provider.context().settings);
}

const filtered = '/admin/clients?kind=spa&sort=-name&after=app-7';

it('a list is found again as it was left', async () => {
  expect([...(await visit(filtered, '/admin/clients/app-8', '/admin/users?role=owner'))]).toEqual([
    ['/admin/clients', filtered],
    ['/admin/users', '/admin/users?role=owner'],
  ]);
  expect((await visit(filtered, '/admin/clients')).get('/admin/clients')).toBeUndefined();
  expect((await visit(filtered, '/admin/settings?x=1')).get('/admin/settings')).toBeUndefined();
});

it('only the parameters of a list are remembered', async () => {
  expect((await visit('/admin/clients?evil=1&q=a')).get('/admin/clients')).toBe('/admin/clients?q=a');
});

it('the cookie stays small enough for a browser, and keeps the lists that were left last', async () => {
  const long = (path: string, length: number) => `/admin/${path}?q=${'a'.repeat(length)}`;
  const paths = ['scopes', 'providers', 'tenants', 'users', 'audit', 'clients'];
  const pages = paths.map((path) => long(path, 590));
  expect((await cookieAfter(...pages)).length).toBeLessThan(4096);
  expect([...(await visit(...pages)).keys()]).toEqual(['/admin/users', '/admin/audit', '/admin/clients']);
  expect([...(await visit(filtered, long('users', 3000))).keys()]).toEqual(['/admin/clients']);
});

it('the lists of a session are not readable for another one', async () => {
  const { settings } = area.provider.context();
  const cookie = await cookieAfter('/admin/users?q=margaret');
  expect(cookie).not.toContain('margaret');
  for (const other of [{ sid: 'another-session' }, { sid: null }]) {
    expect((await readLastAddresses(cookie, other, settings)).size).toBe(0);
  }
  expect((await readLastAddresses('signet-lists=%2Fadmin%2Fclients=q=x', own, settings)).size).toBe(0);
});
