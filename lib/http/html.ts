import type { MessageKey } from '#lib/i18n/catalog';
import { displayText } from '#lib/i18n/display-text';
import { directionOf, type Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type PageFrame, plainFrame } from '#lib/theme/brand';
import { type Html, html, joinHtml, ownMarkup } from './html-escape';
import { brandStyle, footHtml, logoHtml } from './html-frame';
import { cspHash, staticStyle, staticStyleSource } from './html-style';
import { noStore } from './respond';
import type { HttpResponse } from './types';

/** Why a page cannot be shown: a code with a title and a text in the catalog, `error.<code>.title` and `.text`. */
export type ProblemCode =
  Extract<MessageKey, `error.${string}.title`> extends `error.${infer Code}.title` ? Code : never;

/** What a problem page says. `ProblemPage` of the login pages is one of these. */
export type Problem = {
  readonly status: number;
  readonly problem: ProblemCode;
  /** It leads to the explanation record, and the log line of the refusal has it. */
  readonly reference: string;
  /** The application's registered home page; never a redirect URI of the request. */
  readonly continueTo: { readonly name: string; readonly uri: string } | null;
  /** An address of ours at which the person may do it again; nowhere when left out. */
  readonly again?: { readonly word: 'retry' | 'restart'; readonly href: string } | null;
  /** Shown as text in a closed <details>, for the application's developer. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** Whose page it is; the portal's own when left out. */
  readonly frame?: PageFrame;
};

type WrittenPage = HttpResponse & Required<Pick<HttpResponse, 'bodyIn'>>;

/** The words of a static page in one language. */
export type PageWords = {
  /** Without whose page it is. */
  readonly title: string;
  /** The whole <main> element. */
  readonly main: Html;
};

type HtmlPage = {
  readonly status: number;
  readonly words: (locale: Locale) => PageWords;
  readonly headers?: HttpResponse['headers'];
  /** What the policy allows beside the page's style and icon, for example a script by its hash. */
  readonly directives?: readonly string[];
  readonly frame?: PageFrame;
  /** True for a page whose form leads to an application: where that redirects to is not ours to know. */
  readonly posts?: boolean;
};

/**
 * A static page in the portal's look for answers outside Next: no form unless it `posts`, and no script or frame but
 * those that `directives` allow. It is written when it is sent, in the language that is chosen then.
 * @param page `headers` win over the page's own
 */
export function htmlPage(page: HtmlPage): WrittenPage {
  const { status, words, headers = {}, directives = [], frame = plainFrame, posts = false } = page;
  const policy = contentSecurityPolicy(frame, [...(posts ? [] : ["form-action 'none'"]), ...directives]);
  return writtenPage({ status, policy, words, headers, frame });
}

type Writing = Required<Pick<HtmlPage, 'status' | 'words' | 'headers' | 'frame'>> & { readonly policy: string };

function writtenPage({ status, policy, words, headers, frame }: Writing): WrittenPage {
  const bodyIn = (locale: Locale) => documentHtml(locale, words(locale), frame);
  return {
    status,
    headers: { ...pageHeaders, 'content-security-policy': policy, ...headers },
    get body() {
      return bodyIn('en');
    },
    bodyIn,
  };
}

/**
 * The page for a request that ends here. It has no Location, no refresh, no script, and no link to another site that
 * the request carried (RFC 9700 §4.11), so an attacker gains nothing by sending people to it.
 * @param headers for example `retry-after` with 429 and 503
 */
export function problemHtml(problem: Problem, headers: HttpResponse['headers'] = {}): WrittenPage {
  const { status, frame = plainFrame } = problem;
  return htmlPage({ status, words: (locale) => problemWords(problem, locale), headers, frame });
}

function problemWords(problem: Problem, locale: Locale): PageWords {
  const main = html`<main class="card" data-page="error"><div class="words"><h1>${translate(locale, `error.${problem.problem}.title`)}</h1>
<p>${translate(locale, `error.${problem.problem}.text`)}</p></div>
<div class="ways">${againLink(problem, locale)}${continueLink(problem, locale)}</div>
${detailList(problem, locale)}<p class="small"><code>${translate(locale, 'error.reference', { reference: problem.reference })}</code><br>
${translate(locale, 'error.reference_hint')}</p></main>`;
  return { title: translate(locale, 'error.page_title'), main };
}

type FormPost = {
  /** The redirect URI, already checked against the registered ones. */
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly frame?: PageFrame;
};

/**
 * The authorization response as a form that sends itself (OAuth 2.0 Form Post Response Mode §2); a button where
 * scripts are off. The policy has no `form-action`: Chromium applies it to every redirect that follows the POST, and
 * where the application leads on to is not ours to know. The action is a registered address and the values are
 * escaped, so the directive would guard nothing here.
 */
export function formPostHtml({ frame = plainFrame, ...form }: FormPost): HttpResponse {
  const policy = contentSecurityPolicy(frame, [`script-src ${submitSource}`]);
  return writtenPage({ status: 200, policy, words: (locale) => formPostWords(form, locale), headers: {}, frame });
}

function formPostWords({ action, fields }: FormPost, locale: Locale): PageWords {
  const inputs = joinHtml(fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`));
  const main = html`<main class="card" data-page="form-post"><div class="words"><h1>${translate(locale, 'form_post.heading')}</h1>
<p>${translate(locale, 'form_post.text')}</p></div>
<form method="post" action="${action}">${inputs}<noscript><button class="button" type="submit">${translate(locale, 'form_post.continue')}</button></noscript></form>${submitElement}</main>`;
  return { title: translate(locale, 'form_post.title'), main };
}

/** Through the prototype, because a field named "submit" would hide the form's own method. */
const submitScript = 'HTMLFormElement.prototype.submit.call(document.forms[0])';
const submitSource = cspHash(submitScript);
const submitElement = ownMarkup(`<script>${submitScript}</script>`);
const styleElement = ownMarkup(`<style>${staticStyle}</style>`);

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  ...noStore,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

function contentSecurityPolicy({ brand }: PageFrame, directives: readonly string[]): string {
  const styles = brand === null ? staticStyleSource : `${staticStyleSource} ${brand.cssSource}`;
  const base = ["default-src 'none'", `style-src ${styles}`, "img-src 'self'", "base-uri 'none'"];
  return [...base, ...directives, "frame-ancestors 'none'"].join('; ');
}

/** The page first, then whose it is. */
function titleOf(locale: Locale, title: string, { brand }: PageFrame): string {
  const portal = brand === null ? translate(locale, 'portal.name') : displayText(brand.name);
  return translate(locale, 'title.with_portal', { title, portal });
}

function documentHtml(locale: Locale, { title, main }: PageWords, frame: PageFrame): string {
  const { markup } = html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><title>${titleOf(locale, title, frame)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">${styleElement}${brandStyle(frame)}</head>
<body><div class="page"><header class="logo">${logoHtml(frame, locale)}</header>
${main}
${footHtml(frame, locale)}</div></body></html>
`;
  return markup;
}

function againLink({ again = null }: Problem, locale: Locale): Html {
  if (again === null) return html``;
  return html`<a class="button" href="${again.href}">${translate(locale, `error.${again.word}`)}</a>
`;
}

function continueLink({ continueTo, again = null }: Problem, locale: Locale): Html {
  if (continueTo === null || !/^https?:\/\//i.test(continueTo.uri)) {
    return html`<a class="button quiet" href="/">${translate(locale, 'error.home')}</a>
`;
  }
  const text = translate(locale, 'error.continue_to', { app: displayText(continueTo.name) });
  return html`<a class="button${again === null ? '' : ' quiet'}" href="${continueTo.uri}" rel="noreferrer">${text}</a>
`;
}

/** Label and value pairs in a closed <details>, for the application's developer. */
export function detailList({ details }: Pick<Problem, 'details'>, locale: Locale): Html {
  if (details.length === 0) return html``;
  const rows = details.map(({ label, value }) => html`<div><dt>${label}</dt><dd dir="ltr">${value}</dd></div>`);
  return html`<details><summary>${translate(locale, 'error.details')}</summary><dl>${joinHtml(rows)}</dl></details>
`;
}
