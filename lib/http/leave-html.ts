import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { detailList, htmlPage, type PageWords, type Problem } from './html';
import { type Html, html, joinHtml } from './html-escape';
import type { HttpResponse } from './types';

/** How the browser goes on once the person says so: a link, or a form with hidden fields. */
export type Departure =
  | { readonly href: string }
  | { readonly action: string; readonly fields: readonly (readonly [name: string, value: string])[] };

type LeavePage = {
  /** The application's own name for itself. */
  readonly app: string;
  /** The host it leads to, which the application cannot choose the look of. */
  readonly host: string;
  readonly departure: Departure;
  readonly details: Problem['details'];
  readonly frame?: PageFrame;
};

/**
 * The page in place of an error redirect to an address that nobody vouched for (RFC 9700 §4.11.2): it names where the
 * application wants the person to go and leaves the decision to them.
 */
export function leaveHtml(page: LeavePage): HttpResponse {
  const { departure, frame = plainFrame } = page;
  return htmlPage({ status: 400, words: (locale) => leaveWords(page, locale), posts: 'action' in departure, frame });
}

function leaveWords({ app, host, departure, details }: LeavePage, locale: Locale): PageWords {
  const shown = { app: displayText(app), host: displayText(host) };
  const main = html`<main class="card" data-page="error"><div class="words"><h1>${translate(locale, 'leave.heading')}</h1>
<p>${translate(locale, 'leave.text', shown)}</p></div>
${departureElement(departure, translate(locale, 'leave.continue', { host: shown.host }))}
${detailList({ details }, locale)}</main>`;
  return { title: translate(locale, 'leave.title'), main };
}

function departureElement(departure: Departure, label: string): Html {
  if ('href' in departure) return html`<a class="button" href="${departure.href}" rel="noreferrer">${label}</a>`;
  const { action, fields } = departure;
  const inputs = joinHtml(fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`));
  return html`<form method="post" action="${action}">${inputs}<button class="button" type="submit">${label}</button></form>`;
}
