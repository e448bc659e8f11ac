import { describe, expect, it } from 'vitest';
import { accountPages } from '#views/account/view';
import { pageHeaders } from './page-headers';

const policyOf = (path: string) => pageHeaders(path, 'n0nce', false)['content-security-policy'] ?? '';

describe('pageHeaders (security #128 to #130)', () => {
  it('lets only scripts with the nonce run and nothing be framed, loaded or based elsewhere', () => {
    expect(policyOf('/account/devices').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      "style-src 'self' 'nonce-n0nce'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
    expect(pageHeaders('/account', 'n', false)).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
    });
  });

  it.each(['/login', '/realm', '/consent', '/device', '/logout'])(
    'sends no form-action on %s, whose form can end at the client (security #24)',
    (path) => {
      expect(policyOf(path)).not.toContain('form-action');
    },
  );

  it('sends no form-action on the pages that test a provider or try a sign-in, whose form can end there', () => {
    expect(policyOf('/admin/debug/simulator')).not.toContain('form-action');
    expect(policyOf('/admin/clients/shop/tried')).toContain("form-action 'self'");
    expect(policyOf('/admin/providers/corp/test')).not.toContain('form-action');
    expect(policyOf('/admin/providers/corp/testing')).toContain("form-action 'self'");
  });

  it('sends no form-action on a page of the account that can ask for a new sign-in at a provider', () => {
    expect(policyOf('/account/password')).not.toContain('form-action');
    expect(policyOf('/account/passkeys/new')).not.toContain('form-action');
    expect(policyOf('/account/passwords')).toContain("form-action 'self'");
    const fresh = accountPages.filter((page) => page.fresh).map(({ path }) => `/account/${path.replace('[id]', 'x')}`);
    expect(fresh.length).toBeGreaterThan(9);
    expect(fresh.filter((path) => policyOf(path).includes('form-action'))).toEqual([]);
  });

  it.each([
    ['/admin/tenants/acme/preview', '/admin/tenants/acme/branding'],
    ['/admin/clients/shop/preview', '/admin/clients/shop/access'],
    ['/admin/settings/branding/preview', '/admin/settings/branding'],
  ])('lets only the preview %s be framed, by %s, and nothing be sent from there', (preview, page) => {
    expect(policyOf(preview)).toContain("frame-ancestors 'self'");
    expect(policyOf(preview)).toContain("form-action 'none'");
    expect(pageHeaders(preview, 'n', false)['x-frame-options']).toBe('SAMEORIGIN');
    expect(policyOf(page)).toContain("frame-src 'self'");
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
    expect(policyOf('/admin/clients/shop/settings')).not.toContain('frame-src');
    expect(policyOf('/login')).not.toContain('frame-src');
  });

  it.each(['/', '/error', '/account/sessions', '/admin', '/loginx', '/unknown'])('sends form-action on %s', (path) => {
    expect(policyOf(path)).toContain("form-action 'self'");
  });

  it.each([
    ['/login', 'same-origin'],
    ['/consent', 'same-origin'],
    ['/logout', 'same-origin'],
    ['/admin/clients', 'same-origin'],
    ['/', 'no-referrer'],
    ['/error', 'no-referrer'],
    ['/unknown', 'no-referrer'],
  ])('%s sends Referrer-Policy %s', (path, expected) => {
    expect(pageHeaders(path, 'n', false)['referrer-policy']).toBe(expected);
  });
});
