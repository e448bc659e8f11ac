import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

/** The document title: the page first, then the portal; a refused form says so before everything else. */
export function pageTitle(locale: Locale, title: string, hasProblem: boolean): string {
  const whole = translate(locale, 'title.with_portal', { title });
  return hasProblem ? translate(locale, 'title.error_prefix', { title: whole }) : whole;
}
