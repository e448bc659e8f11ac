/** The languages with a complete catalog. A new one is a file in `messages/` and an entry here and in `catalog.ts`. */
export const locales = ['en'] as const;

export type Locale = (typeof locales)[number];

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** The writing direction for `<html dir>`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** The language of a page. English is the only complete catalog. */
export function chooseLocale(): Locale {
  return 'en';
}
