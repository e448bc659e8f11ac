import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TranslationsForm } from './views/forms';

const settings = { type: 'resource', texts: { de: { display_name: 'Bestellungen' }, da: { description: 'x' } } };
const form = { action: '/admin/x/submit', hidden: {}, proof: 'none', hasFile: false } as const;
const render = (
  canEdit: boolean,
  scope: Parameters<typeof TranslationsForm>[0]['scope'] = { builtIn: false, settings },
) => renderToStaticMarkup(<TranslationsForm scope={scope} form={{ ...form, canEdit }} />);
const rows = (html: string) => html.split('<tr').slice(2);

it('the translations of a scope have a row for each language of the pages and of the scope, and mark missing ones', () => {
  const html = render(true);
  const row = (tag: string) => rows(html).find((one) => one.includes(`>${tag}</code>`)) ?? expect.fail(tag);
  expect(row('de')).toContain('value="Bestellungen"');
  expect(row('de')).toContain('aria-label="Display name (Deutsch)"');
  for (const tag of ['de', 'da']) expect(row(tag)).not.toContain('Missing');
  for (const tag of ['fr', 'ar']) expect(row(tag)).toContain('Missing');
  expect(html).not.toContain('texts.en.');
});

it.each([
  ['has texts in every language of the pages', {}, false],
  ['with its own default misses the other languages', { display_name: 'You' }, true],
])('a built-in scope %s', (_, own, isMissing) => {
  const html = render(true, { builtIn: true, settings: { ...settings, texts: { de: {}, da: {} }, ...own } });
  expect(html.includes('Missing')).toBe(isMissing);
});

it('the translations of a scope offer a row for another language to those who may edit', () => {
  expect(rows(render(true)).at(-1)).toMatch(/name="added_language".*name="texts.added.display_name"/s);
  expect(render(false)).not.toContain('added_language');
});
