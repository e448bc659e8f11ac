import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const files = readdirSync('app/account', { recursive: true, encoding: 'utf8' });
const routes = readFileSync('lib/routes.ts', 'utf8');

/** The source of a form's handler, found by the import in the route table. */
function handlerSource(path: string): string {
  const [, handler = ''] = new RegExp(`form\\('${path.replace(/[[\]]/g, '\\$&')}', (\\w+)\\)`).exec(routes) ?? [];
  const made = new RegExp(`import \\{[^}]*\\b${handler}\\b[^}]*\\} from '(?:#lib|\\.)/(account/[\\w/-]+)';`);
  return readFileSync(`lib/${made.exec(routes)?.[1]}.ts`, 'utf8');
}

describe('the pages of the account (security #100, #183)', () => {
  const pages = files.filter((file) => file.endsWith('page.tsx'));

  it.each(pages)('%s passes the guard, and lies in no cache', (file) => {
    const source = readFileSync(`app/account/${file}`, 'utf8');
    expect(source).toMatch(/^export default accountPage\(\{/m);
    expect(source).toMatch(/^export const dynamic = 'force-dynamic';$/m);
  });

  const forms = files.filter((file) => file.endsWith('submit/route.ts'));

  it.each(forms)('%s is answered by a form that passes it', (file) => {
    const path = `/account/${file.replace('/route.ts', '')}`;
    expect(handlerSource(path)).toMatch(/= accountForm\(\{/);
  });

  it.each(forms)('%s leads back to a page that exists', (file) => {
    const path = `/account/${file.replace('/route.ts', '')}`;
    const [, named] = /^ {2}page: '\/account(\/[^']+)?',$/m.exec(handlerSource(path)) ?? [
      undefined,
      file.replace('/submit/route.ts', ''),
    ];
    expect(pages).toContain(`${named === undefined ? '' : `${named}/`}page.tsx`);
  });

  // The requirements of the forms are tested in lib/account/require-fresh.test.ts.
  it.each(['password', 'email', 'delete', 'authenticator', 'recovery-codes', 'passkeys/new'])(
    '%s requires a fresh sign-in before it shows its form',
    (name) => {
      expect(readFileSync(`app/account/${name}/page.tsx`, 'utf8')).toContain('fresh: { changesFactors: true }');
    },
  );
});
