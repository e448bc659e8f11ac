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
import type { ToldClient } from './told-clients';

export type LoggedOut = {
  /** The way back to the application; `follow` when the script may go it by itself. */
  readonly back: { readonly name: string; readonly location: string; readonly follow: boolean } | null;
  /** The applications of the ended sessions; the addresses of those that are told here are loaded in hidden frames. */
  readonly told: readonly ToldClient[];
  /** Where the person may still be signed in, as people know these providers. */
  readonly providers: readonly string[];
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
    directives: directivesFor(page.told.flatMap(({ frames }) => frames)),
    frame: page.frame ?? plainFrame,
  });
}

function wordsOf({ back, told, providers, problem, reference }: LoggedOut, locale: Locale): PageWords {
  const details = [
    ...(problem === null ? [] : [{ label: 'description', value: endSessionRules[problem].description }]),
    ...(reference === null ? [] : [{ label: 'reference', value: reference }]),
  ];
  const main = html`<main class="card" data-page="logged-out"><div class="words"><h1>${translate(locale, 'logged_out.heading')}</h1>
<p>${translate(locale, 'logged_out.text')}</p></div>
${appList(told, locale)}${joinHtml(providers.map((name) => providerNote(name, locale)))}${backLink(back, locale)}${detailList({ details }, locale)}</main>`;
  return { title: translate(locale, 'logged_out.title'), main };
}

function directivesFor(frames: readonly string[]): string[] {
  if (frames.length === 0) return [];
  const origins = new Set(frames.map((frame) => new URL(frame).origin));
  return [`script-src ${scriptSource}`, `frame-src ${[...origins].join(' ')}`];
}

function backLink(back: LoggedOut['back'], locale: Locale): Html {
  if (back === null)
    return html`<a class="button quiet" href="/">${translate(locale, 'logged_out.home')}</a>
`;
  const text = translate(locale, 'logged_out.return_to', { app: displayText(back.name) });
  const follow = back.follow ? ownMarkup(' data-follow') : html``;
  return html`<a class="button" href="${back.location}" rel="noreferrer"${follow}>${text}</a>
`;
}

/** Which applications the person is signed out of, each with how far that got. */
function appList(told: readonly ToldClient[], locale: Locale): Html {
  if (told.length === 0) return html``;
  const rows = told.map(({ name, frames, state }, index) => {
    const count = frames.length === 0 ? html`` : html` data-frames="${String(frames.length)}"`;
    return html`<li id="app-${String(index)}"${count}><bdi>${displayText(name)}</bdi> <span>${stateText(state, locale)}</span></li>`;
  });
  return html`<div class="apps"><h2 class="small">${translate(locale, 'logged_out.apps')}</h2>
<ul>${joinHtml(rows)}</ul>${frameList(told, locale)}</div>
`;
}

function stateText(state: ToldClient['state'], locale: Locale): string {
  return translate(locale, `logged_out.app_${state === 'browser' ? 'waiting' : state}`);
}

/** A frame may run its scripts and use its own storage; it may not lead this page elsewhere or open windows. */
function frameList(told: readonly ToldClient[], locale: Locale): Html {
  const frames = told.flatMap(({ frames: addresses }, index) =>
    addresses.map(
      (address) =>
        html`<iframe src="${address}" data-app="app-${String(index)}" sandbox="allow-forms allow-same-origin allow-scripts" hidden></iframe>`,
    ),
  );
  if (frames.length === 0) return html``;
  const isAll = told.every(({ state }) => state !== 'silent' && state !== 'failed');
  // Where a row says otherwise, "all have been told" would not be true.
  const done = isAll ? translate(locale, 'logged_out.apps_done') : '';
  const words = html`data-told="${translate(locale, 'logged_out.app_told')}" data-failed="${translate(locale, 'logged_out.app_failed')}" data-done="${done}" data-slow="${translate(locale, 'logged_out.apps_slow')}"`;
  return html`<p class="small" role="status" id="frames" ${words}>${translate(locale, 'logged_out.apps_pending')}</p>
${scriptElement}${joinHtml(frames)}`;
}

function providerNote(name: string, locale: Locale): Html {
  return html`<p class="small">${translate(locale, 'logged_out.provider', { provider: displayText(name) })}</p>
`;
}

const scriptSource = cspHash(loggedOutScript);
const scriptElement = ownMarkup(`<script>${loggedOutScript}</script>`);
