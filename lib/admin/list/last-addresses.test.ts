import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readLastAddresses, rememberAddress } from './last-addresses';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({});
});
afterAll(() => area.close());

/** What links to lists lead to after these pages were looked at, one after another. */
function visit(...pages: readonly string[]): ReadonlyMap<string, string> {
  const { settings } = area.provider.context();
  let cookie = '';
  for (const page of pages) {
    const set = rememberAddress(page, readLastAddresses(cookie, settings), settings);
    if (set !== null) cookie = set.split(';')[0] ?? '';
  }
  return readLastAddresses(cookie, settings);
}

it('lists are left and found again as they were', () => {
  const filtered = '/admin/clients?kind=spa&sort=-name&after=app-7';
  expect([...visit(filtered, '/admin/clients/app-8', '/admin/users?role=owner')]).toEqual([
    ['/admin/clients', filtered],
    ['/admin/users', '/admin/users?role=owner'],
  ]);
  expect(visit(filtered, '/admin/clients').get('/admin/clients')).toBeUndefined();
  expect(visit(filtered, '/admin/settings?x=1').get('/admin/settings')).toBeUndefined();
});

it('nothing but what a list knows is remembered, and nothing long', () => {
  expect(visit('/admin/clients?evil=1&q=a').get('/admin/clients')).toBe('/admin/clients?q=a');
  expect(visit(`/admin/clients?q=${'a'.repeat(500)}`).size).toBe(0);
  const { settings } = area.provider.context();
  expect(readLastAddresses('signet-lists=%2Fadmin%2Fclients=//evil.test; signet-lists=x', settings).size).toBe(0);
});
