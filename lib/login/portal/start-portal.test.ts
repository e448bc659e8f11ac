import { describe, expect, it } from 'vitest';
import { toArea } from './start-portal';

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
