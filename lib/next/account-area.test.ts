import { describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { routes } from '#lib/routes';
import { accountPages as pages } from '#views/account/view';

const paths = pages.map(({ path }) => `/account${path === '' ? '' : `/${path}`}`);
const forms = routes.filter(({ path, mayShowPage }) => path.startsWith('/account/') && mayShowPage);

describe('the pages of the account (security #100, #183)', () => {
  it('have one address each', () => {
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain('/account');
  });

  it.each(forms)('$path leads to one of them', async ({ path, handler }) => {
    const request = { method: 'GET', path, query: '', headers: {}, body: '', clientAddress: '192.0.2.1' };
    const context = { settings: { issuer: '' } } as Context;
    const { location } = (await handler(request, context)).headers;
    expect(paths).toContain(location);
  });

  // The requirements of the forms are tested in lib/account/require-fresh.test.ts.
  it('require a fresh sign-in before they show a form that changes how a person signs in', () => {
    const guarded = pages.filter(({ fresh }) => fresh).map(({ path }) => path);
    const required = [
      'username',
      'password',
      'email',
      'delete',
      'authenticator',
      'recovery-codes',
      'passkeys/new',
      'two-step',
      'export',
      'approvals',
    ];
    expect(guarded.toSorted()).toEqual(required.toSorted());
  });
});
