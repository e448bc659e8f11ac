import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { routes } from '#lib/routes';

const files = readdirSync('app/account', { recursive: true, encoding: 'utf8' });

describe('the pages of the account (security #100, #183)', () => {
  const pages = files.filter((file) => file.endsWith('page.tsx'));

  it.each(pages)('%s passes the guard, and lies in no cache', (file) => {
    const source = readFileSync(`app/account/${file}`, 'utf8');
    expect(source).toMatch(/^export default accountPage\(\{/m);
    expect(source).toMatch(/^export const dynamic = 'force-dynamic';$/m);
  });

  const forms = routes.filter(({ path, mayShowPage }) => path.startsWith('/account/') && mayShowPage);

  it.each(forms)('$path leads to a page that exists', async ({ path, handler }) => {
    const request = { method: 'GET', path, query: '', headers: {}, body: '', clientAddress: '192.0.2.1' };
    const context = { settings: { issuer: '' } } as Context;
    const { location } = (await handler(request, context)).headers;
    expect(pages).toContain(`${String(location).slice('/account/'.length)}/page.tsx`.replace(/^\//, ''));
  });

  // The requirements of the forms are tested in lib/account/require-fresh.test.ts.
  it.each(['password', 'email', 'delete', 'authenticator', 'recovery-codes', 'passkeys/new'])(
    '%s requires a fresh sign-in before it shows its form',
    (name) => {
      expect(readFileSync(`app/account/${name}/page.tsx`, 'utf8')).toContain('fresh: true,');
    },
  );
});
