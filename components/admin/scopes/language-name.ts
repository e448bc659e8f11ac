import { languages } from '#lib/i18n/locales';

/** What a language is called in itself; its tag where that is not known. */
export function languageName(language: string): string {
  const names: Readonly<Record<string, string>> = languages;
  return names[language] ?? language;
}
