import { describe, expect, it } from 'vitest';
import { catalogs, isMessageKey } from './catalog';
import { checkCatalogs, findCatalogProblems, readCatalogs } from './check-catalogs.mjs';
import { locales, pseudoLocales } from './locales';
import { pseudoCatalog } from './pseudo';
import { messageParts, translate } from './translate';

describe('the catalogs', () => {
  it('are complete', () => {
    expect(checkCatalogs).not.toThrow();
  });

  it.each(locales)('end a problem of several sentences with a period, in %s', (locale) => {
    const problems = flatten(catalogs[locale]).filter(([key]) => key.includes('.problem'));
    const several = problems.filter(([, text]) => /[.!?؟] \S|[。！？]\S/.test(text));
    expect(several.length).toBeGreaterThan(10);
    expect(several.filter(([, text]) => !/[.!?؟。！？]$/.test(text))).toEqual([]);
  });

  it('cover the languages that a person can choose', () => {
    expect(Object.keys(readCatalogs()).sort()).toEqual([...locales].sort());
    expect(readCatalogs()).toEqual(catalogs);
  });

  it.each([...locales, ...pseudoLocales])('%s can be formatted, every message with every kind of number', (locale) => {
    for (const [key, text] of flatten(catalogs.en)) {
      const names = Array.from(text.matchAll(/\{(\w+)[,}]/g), ([, name = '']) => name);
      for (const number of [0, 1, 2, 3, 11, 100, 1.5]) {
        const values = Object.fromEntries(names.map((name) => [name, text.includes(', plural,') ? number : name]));
        const parts = isMessageKey(key) ? messageParts(locale, key, values) : [];
        expect(parts.length, key).toBeGreaterThan(0);
      }
    }
  });

  it('have pseudo-locales with the same keys and arguments', () => {
    expect(findCatalogProblems({ en: catalogs.en, 'en-XA': pseudoCatalog('en-XA') })).toEqual([]);
    expect(findCatalogProblems({ en: catalogs.en, 'en-XB': pseudoCatalog('ar-XB') })).toEqual([]);
    expect(translate('en-XA', 'login.to_continue', { app: 'Web shop' })).toBe('[tó çóñtíñúé tó Web shop ~~~~~~~]');
  });
});

describe('a catalog is refused', () => {
  const en = { page: { title: 'Hello {app}', count: '{n, plural, one {# day} other {# days}}' } };
  const count = '{n, plural, one {# Tag} other {# Tage}}';
  const title = 'Hallo {app}';

  it.each([
    ['with a missing key', { page: { title } }, 'de: page.count is missing'],
    ['with another key', { page: { title, count, more: 'x' } }, 'de: page.more is not a key of English'],
    [
      'without an argument',
      { page: { title: 'Hallo', count } },
      'de: page.title takes () where English takes (app:text)',
    ],
    [
      'with another argument',
      { page: { title: 'Hallo {app} {x}', count } },
      'de: page.title takes (app:text,x:text) where English takes (app:text)',
    ],
    [
      'with a text for a plural',
      { page: { title, count: '{n} Tage' } },
      'de: page.count takes (n:text) where English takes (n:plural)',
    ],
    [
      'without a form of the plural',
      { page: { title, count: '{n, plural, other {# Tage}}' } },
      'de: page.count lacks one of {n}',
    ],
    [
      'with an argument in one form',
      { page: { title, count: '{n, plural, one {# {x}} other {#}}' } },
      'de: page.count takes (n:plural,x:text) where English takes (n:plural)',
    ],
    ['with markup', { page: { title: '<b>Hallo</b> {app}', count } }, 'de: page.title holds markup'],
    ['with an ICU quote', { page: { title: "L'{app}", count } }, 'de: page.title holds a straight apostrophe'],
    ['with an empty text', { page: { title, count: '' } }, 'de: page.count is empty or has blanks at its ends'],
  ])('%s', (_, de, problem) => {
    expect(findCatalogProblems({ en, de })).toContain(problem);
  });

  it('but not if it is complete', () => {
    expect(findCatalogProblems({ en, de: { page: { title, count } } })).toEqual([]);
  });
});

function flatten(messages: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}
