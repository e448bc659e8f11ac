import type { Locale } from '#lib/i18n/locales';

/** A time in the reader's language and time zone, in the format of all account pages. */
export function formatMoment(locale: Locale, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

/** Only the day. */
export function formatDay(locale: Locale, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(at);
}
