import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sheetPages } from '#lib/vocabulary/sheet-pages';
import { accountPages } from '#views/account/view';

/** How a browser test says that a page is shown and that axe looks at it, alone or in all looks. */
const looks = [
  /\blookAt\([\w.]+, '([a-z-]+)'\)/g,
  /\b(?:expectPage|visit)\([^()]*'([a-z-]+)'\)/g,
  /main\[data-page=([a-z-]+)\][^;]*;(?:\s*await [^;]*;)?\s*await expectAccessible\(/g,
];

/** The view of every problem; what goes on by itself; and the loop of e2e/accessibility-federation.spec.ts. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['agent-pending', 'agent-limit'],
  ...['form-post', 'to-provider'],
  ...['link', 'complete'],
]);

const specs = readdirSync('e2e', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts'));
const looked = new Set(
  specs.flatMap((name) => {
    const text = readFileSync(join('e2e', name), 'utf8');
    return looks.flatMap((look) => [...text.matchAll(look)].map(([, page]) => page));
  }),
);

const pages = [...sheetPages, ...accountPages.map(({ page }) => page), 'account-confirm'];

describe('every page of the sign-in and the account', () => {
  it.each([...new Set(pages)].filter((page) => !elsewhere.has(page)).toSorted())('%s is seen by axe', (page) => {
    expect([...looked]).toContain(page);
  });
});
