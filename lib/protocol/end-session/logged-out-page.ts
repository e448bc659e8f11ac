import { detailList, htmlPage, type PageWords } from '#lib/http/html';
import { type Html, html, joinHtml, ownMarkup } from '#lib/http/html-escape';
import { cspHash } from '#lib/http/html-style';
import type { HttpResponse } from '#lib/http/types';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { type EndSessionRule, endSessionRules } from '../rules/end-session';
import { loggedOutScript } from './logged-out-script';

export type LoggedOut = {
  /** The way back to the application; `follow` when the script may go it by itself. */
  readonly back: { readonly name: string; readonly location: string; readonly follow: boolean } | null;
  /** The clients' front-channel logout addresses, loaded in hidden frames. */
  readonly frames: readonly string[];
  readonly problem: EndSessionRule | null;
  /** Of the problem's explanation record. */
  readonly reference: string | null;
  /** Whose page it is: the tenant of the application that asked. */
  readonly frame?: PageFrame;
};

/**
 * The signed-out page when it has to load something, lead back or explain. It is made here and not by Next, because its
 * policy depends on what it shows: frames of exactly the clients that are told (CSP 3 §6.1.5), and one script by its
 * hash. Everything it says is said without script too.
 */
export function loggedOutHtml(page: LoggedOut): HttpResponse {
  return htmlPage({
    status: 200,
    words: (locale) => wordsOf(page, locale),
    directives: directivesFor(page.frames),
    frame: page.frame ?? plainFrame,
  });
}

function wordsOf({ back, frames, problem, reference }: LoggedOut, locale: Locale): PageWords {
  const details = [
    ...(problem === null ? [] : [{ label: 'description', value: endSessionRules[problem].description }]),
    ...(reference === null ? [] : [{ label: 'reference', value: reference }]),
  ];
  const main = html`<main class="card" data-page="logged-out"><div class="words"><h1>${translate(locale, 'logged_out.heading')}</h1>
<p>${translate(locale, 'logged_out.text')}</p></div>
${backLink(back, locale)}${frameList(frames, locale)}${detailList({ details }, locale)}</main>`;
  return { title: translate(locale, 'logged_out.title'), main };
}

function directivesFor(frames: readonly string[]): string[] {
  if (frames.length === 0) return [];
  const origins = new Set(frames.map((frame) => new URL(frame).origin));
  return [`script-src ${scriptSource}`, `frame-src ${[...origins].join(' ')}`];
}

function backLink(back: LoggedOut['back'], locale: Locale): Html {
  if (back === null)
    return html`<a class="button" href="/">${translate(locale, 'logged_out.home')}</a>
`;
  const text = translate(locale, 'logged_out.return_to', { app: displayText(back.name) });
  const follow = back.follow ? ownMarkup(' data-follow') : html``;
  return html`<a class="button" href="${back.location}" rel="noreferrer"${follow}>${text}</a>
`;
}

/** A frame may run its scripts and use its own storage; it may not lead this page elsewhere or open windows. */
function frameList(frames: readonly string[], locale: Locale): Html {
  if (frames.length === 0) return html``;
  const done = translate(locale, 'logged_out.apps_done');
  const slow = translate(locale, 'logged_out.apps_slow');
  const list = frames.map(
    (frame) => html`<iframe src="${frame}" sandbox="allow-forms allow-same-origin allow-scripts" hidden></iframe>`,
  );
  return html`<p class="small" role="status" id="frames" data-count="${String(frames.length)}" data-done="${done}" data-slow="${slow}">${translate(locale, 'logged_out.apps_pending')}</p>
${scriptElement}${joinHtml(list)}
`;
}

const scriptSource = cspHash(loggedOutScript);
const scriptElement = ownMarkup(`<script>${loggedOutScript}</script>`);
