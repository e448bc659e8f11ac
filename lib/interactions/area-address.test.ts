import { describe, expect, it } from 'vitest';
import { knownQuery, toArea } from './area-address';

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

  it.each([
    ['/admin/clients?q=shop', '/admin/clients?q=shop'],
    ['/admin/clients?saved=1&q=a%20b%26c&x=1', '/admin/clients?q=a+b%26c'],
    ['/admin/clients?q=', '/admin/clients'],
    ['/admin/clients?q=1&q=2', '/admin/clients'],
    ['/admin/clients?q=%0d%0alocation:%20//evil.test', '/admin/clients?q=%0D%0Alocation%3A+%2F%2Fevil.test'],
    ['/admin/clients?q=//evil.test?q=2#x', '/admin/clients?q=%2F%2Fevil.test%3Fq%3D2%23x'],
    ['/admin/clients?q="><svg/onload=1>', '/admin/clients?q=%22%3E%3Csvg%2Fonload%3D1%3E'],
    ['/admin/clients/web?q=shop', '/admin/clients/web'],
    ['/admin/settings?q=shop', '/admin/settings'],
    ['/admin/providers/new/okta?issuer=https://a.test', '/admin/providers/new/okta?issuer=https%3A%2F%2Fa.test'],
    ['/admin/..?q=shop', '/admin'],
    ['/admin/%2e%2e?q=shop', '/admin'],
    ['/admin/clients?q=/../../logout', '/admin/clients?q=%2F..%2F..%2Flogout'],
    ['?q=shop', '/admin'],
    ['/admin?range=7d', '/admin?range=7d'],
    [`/admin/clients?q=${'x'.repeat(3998)}`, `/admin/clients?q=${'x'.repeat(3998)}`],
    [`/admin/clients?q=${'x'.repeat(4000)}`, '/admin/clients'],
    [`/admin/clients?q=shop&x=${'x'.repeat(4000)}`, '/admin/clients'],
    [`/admin/clients?q=${'%3D'.repeat(1300)}`, `/admin/clients?q=${'%3D'.repeat(1300)}`],
    [`/admin/clients?q=${'='.repeat(1400)}`, '/admin/clients'],
  ])('of the query, %s keeps what its page reads', (to, expected) => {
    expect(toArea(to, '/admin/sign-in')).toBe(expected);
  });

  it('accepts only listed values from an address', () => {
    const asked = { q: 'shop', sort: '-name', after: 'x', all: '1', action: 'delete', csrf: 'x', 'id.web': '1' };
    expect(knownQuery('/admin/clients', asked)).toEqual({ q: 'shop', sort: '-name', after: 'x' });
    expect(knownQuery('/admin/users', { all: '1', state: '' })).toEqual({});
    expect(knownQuery('/admin/elsewhere', asked)).toEqual({});
  });

  it('keeps the selected lines', () => {
    const address = '/admin/clients/bulk?action=delete&id.web=1&id.a+b=1';
    expect(toArea(`${address}&csrf=x&id=1&id.=1`, '/admin/sign-in')).toBe(address);
  });

  it('keeps the areas separate', () => {
    expect(toArea('/account/security', '/account/sign-in')).toBe('/account/security');
    expect(toArea('/admin', '/account/sign-in')).toBe('/account');
  });
});
