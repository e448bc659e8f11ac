/**
 * The languages with a complete catalog, in their own names. To add one, add a file in `messages/` and a line here and
 * in `catalog.ts`.
 */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
  ja: '日本語',
  'zh-Hans': '简体中文',
} as const;

export type Language = keyof typeof languages;

/**
 * English that is longer and accented, and the same from right to left. They reveal texts outside the catalogs, and
 * overflow.
 */
export const pseudoLocales = ['en-XA', 'ar-XB'] as const;

export type Locale = Language | (typeof pseudoLocales)[number];

/** Every real language. */
export const locales = Object.keys(languages).filter(isLanguage);

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(languages, value);
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** The writing direction for `<html dir>`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
