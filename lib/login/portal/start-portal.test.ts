import { describe, expect, it } from 'vitest';
import { createTestProvider } from '#lib/testing/provider';
import { handlePortalStart, toArea } from './start-portal';

describe('toArea (security #134)', () => {
  it.each([
    ['/admin', '/admin'],
    ['/admin/clients/web', '/admin/clients/web'],
    ['/admin/clients/a%20b', '/admin/clients/a%20b'],
    [undefined, '/admin'],
    ['https://evil.test/admin', '/admin'],
    ['//evil.test/admin', '/admin'],
    ['/\\evil.test', '/admin'],
    ['/admin/../connect/endsession', '/admin'],
    ['/admin/%2e%2e/connect/endsession', '/admin'],
    ['/admin/.%2E/logout', '/admin'],
    ['/admin/clients/./web', '/admin'],
    ['/admin/..%2f..%2flogout', '/admin/..%2f..%2flogout'],
    ['/admin//evil.test', '/admin'],
    ['/admin@evil.test', '/admin'],
    ['/admin.evil.test', '/admin'],
    ['javascript:alert(1)', '/admin'],
    ['/\t/evil.test', '/admin'],
    ['/admin\n/x', '/admin'],
    ['/admin?x=1', '/admin'],
    ['/administrator', '/admin'],
    ['/account', '/admin'],
    ['/connect/endsession', '/admin'],
    ['/admin/sign-in', '/admin'],
    [`/admin/${'x'.repeat(201)}`, '/admin'],
  ])('%s leads to %s', (to, expected) => {
    expect(toArea(to, '/admin/sign-in')).toBe(expected);
  });

  it('keeps the areas apart', () => {
    expect(toArea('/account/security', '/account/sign-in')).toBe('/account/security');
    expect(toArea('/admin', '/account/sign-in')).toBe('/account');
  });
});

it('an area’s sign-in address leaves no more rows than others for who is not signed in (security #182)', async () => {
  const provider = await createTestProvider({});
  const { db } = provider.context();
  const clientAddress = '198.51.100.9';
  const request = { method: 'GET', path: '/admin/sign-in', query: 'again=1', headers: {}, body: '', clientAddress };
  expect((await handlePortalStart(request, provider.context())).status).toBe(303);
  await db.rateLimit.update({ where: { key: `sign-in-begun:${clientAddress}` }, data: { count: 10_000 } });
  const refused = await handlePortalStart(request, provider.context());
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  expect(await db.interaction.count()).toBe(1);
  await provider.close();
});
