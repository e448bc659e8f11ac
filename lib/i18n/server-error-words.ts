import type { Locale } from './locales';
import type { ServerErrorText } from './server-error-text';
import { translate } from './translate';

/** All texts of the page for server errors. It is rendered in the browser, which gets no catalog. */
export function serverErrorWords(locale: Locale): ServerErrorText {
  const title = translate(locale, 'error.server_error.title');
  const portal = translate(locale, 'portal.name');
  return {
    portal,
    pageTitle: translate(locale, 'title.with_portal', { title, portal }),
    title,
    text: translate(locale, 'error.server_error.text'),
    retry: translate(locale, 'error.retry'),
    reference: translate(locale, 'error.reference', { reference: '#' }),
  };
}
