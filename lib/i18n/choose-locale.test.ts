import { describe, expect, it } from 'vitest';
import { chooseLocale, type LocalePreferences, matchLocale, readAcceptLanguage, readUiLocales } from './choose-locale';

const launch = ['en', 'de', 'fr', 'es', 'it', 'pt-BR', 'nl', 'pl', 'ja', 'zh-Hans', 'ar'] as const;

describe('the language of a page (ux §2.1)', () => {
  const all: Required<LocalePreferences> = {
    chosen: 'ar',
    profile: 'de',
    uiLocales: 'fr it',
    remembered: 'es',
    acceptLanguage: 'pl',
    tenantDefault: 'ja',
    portalDefault: 'nl',
  };

  it.each([
    ['the choice on this page', 'ar', {}],
    ['the profile', 'de', { chosen: null }],
    ['ui_locales', 'fr', { chosen: null, profile: null }],
    ['the cookie', 'es', { chosen: null, profile: null, uiLocales: null }],
    ['Accept-Language', 'pl', { chosen: null, profile: null, uiLocales: null, remembered: null }],
    ['the tenant', 'ja', { chosen: null, profile: null, uiLocales: null, remembered: null, acceptLanguage: undefined }],
    [
      'the portal',
      'nl',
      { chosen: null, profile: null, uiLocales: null, remembered: null, acceptLanguage: 'fi', tenantDefault: 'sv' },
    ],
  ])('follows %s if nothing before it is known', (_, locale, without) => {
    expect(chooseLocale({ ...all, ...without }, launch)).toBe(locale);
  });

  it.each<[string, LocalePreferences]>([
    ['nothing is known', {}],
    ['nothing fits', { chosen: 'xx', profile: 'tlh', uiLocales: 'el', acceptLanguage: 'fi', tenantDefault: 'sv' }],
    [
      'everything is malformed',
      { chosen: '??', profile: '-', uiLocales: ', , ;', acceptLanguage: 'q=1;;', tenantDefault: '' },
    ],
  ])('is English if %s', (_, wishes) => {
    expect(chooseLocale(wishes, launch)).toBe('en');
  });
});

describe('a wanted language finds an available one (RFC 4647 §3.4)', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['de-1996', 'de'],
    ['DE-ch', 'de'],
    ['de_AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-CN', 'zh-Hans'],
    ['zh-hans', 'zh-Hans'],
    ['zh-TW', null],
    ['zh-Hant', null],
    ['ar-EG', 'ar'],
    ['ja-JP-u-ca-japanese', 'ja'],
    ['en-XA', 'en'],
    ['el', null],
    ['', null],
    ['*', null],
    ['d', null],
    ['-de', null],
    ['de-', null],
    ['de;q=1', null],
    ['../de', null],
    [`de-${'x'.repeat(40)}`, null],
  ])('%j finds %j', (tag, locale) => {
    expect(matchLocale([tag], launch)).toBe(locale);
  });

  it('or that of the next tag', () => {
    expect(matchLocale(['el', '??', 'zh-TW', 'nl-BE'], launch)).toBe('nl');
  });

  it.each([
    ['zh-TW, zh-HK, zh;q=0.9, fr;q=0.1', 'fr'],
    ['zh-TW, zh;q=0.9', null],
    ['zh-Hant, zh', null],
    ['zh-CN, zh-TW, zh', 'zh-Hans'],
    ['zh-TW, zh-CN, zh', 'zh-Hans'],
    ['zh, zh-TW', 'zh-Hans'],
    ['pt-PT, pt', 'pt-BR'],
  ] as const)('and takes no bare language for another script than was wished: %s', (header, locale) => {
    expect(matchLocale(readAcceptLanguage(header), launch)).toBe(locale);
  });

  it('only among the first ten', () => {
    expect(matchLocale([...Array(10).fill('el'), 'nl'], launch)).toBeNull();
  });
});

it.each([
  ['fr-CA  ar en', ['fr-CA', 'ar', 'en']],
  ['', []],
  [null, []],
  ['de '.repeat(200), []],
])('reads ui_locales %j (OpenID Connect Core §3.1.2.1)', (list, tags) => {
  expect(readUiLocales(list)).toEqual(tags);
});

it.each([
  ['de-CH, de;q=0.9, en;q=0.8, *;q=0.5', ['de-CH', 'de', 'en']],
  ['en;q=0.1, fr;q=0.7,pl', ['pl', 'fr', 'en']],
  ['en;q=0, fr', ['fr']],
  ['fr;q=2, de;q=x, it;v=1, nl', ['nl']],
  ['', []],
  [undefined, []],
  [`de${', de'.repeat(200)}`, []],
])('reads Accept-Language %j (RFC 9110 §12.5.4)', (header, tags) => {
  expect(readAcceptLanguage(header)).toEqual(tags);
});
