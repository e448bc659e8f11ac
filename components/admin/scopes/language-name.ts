import { languages } from '#lib/i18n/locales';

/** The name of a language in that language. If it is unknown, the tag. */
export function languageName(language: string): string {
  const names: Readonly<Record<string, string>> = languages;
  return names[language] ?? language;
}
