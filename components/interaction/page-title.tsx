import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { Brand } from '#lib/theme/brand';

type PageTitle = { readonly title: string; readonly hasProblem?: boolean; readonly brand?: Brand | null };

/** The document title: the page first, then whose it is; a refused form says so before everything else. */
export function pageTitle(locale: Locale, { title, hasProblem = false, brand = null }: PageTitle): string {
  const portal = brand === null ? translate(locale, 'portal.name') : displayText(brand.name);
  const whole = translate(locale, 'title.with_portal', { title, portal });
  return hasProblem ? translate(locale, 'title.error_prefix', { title: whole }) : whole;
}
