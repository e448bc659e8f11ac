import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JSX, ReactElement } from 'react';
import { FormPostView, LeaveView } from '#components/interaction/leave-view';
import { MessageView, ProblemView } from '#components/interaction/problem-view';
import { type RecoveryCodesPage, RecoveryCodesView } from '#components/interaction/recovery-codes-view';
import { type ShellContext, StaticDocument } from '#components/interaction/shell';
import { MailDocument } from '#components/mail/mail-document';
import { createId } from '#lib/crypto/random';
import type { Locale } from '#lib/i18n/locales';
import { textOf } from '#lib/i18n/translate';
import type { MailPage, MailStyle } from '#lib/mail/mail-page';
import { type Brand, type PageFrame, wholeFrame } from '#lib/theme/brand';
import { scriptAddresses } from './generated/page-scripts';
import { pageStyle } from './generated/page-style';
import type { FormPost, LeavePage, MessagePage, ProblemModel } from './page-models';
import { noStore } from './respond';
import { contentSecurityPolicy, cspHash, type PolicyDirective } from './security-headers';
import type { HttpResponse } from './types';

type WrittenPage = HttpResponse & Required<Pick<HttpResponse, 'bodyIn'>>;

type HtmlPage = {
  readonly status: number;
  /** The page's component, called with the values that its shell needs. */
  readonly view: (shell: Required<Pick<ShellContext, 'locale' | 'frame'>>) => JSX.Element;
  readonly headers?: HttpResponse['headers'];
  /** What the policy allows in addition to the page's style and icon, for example a script by its hash. */
  readonly directives?: readonly PolicyDirective[];
  readonly frame: PageFrame;
  /** True for a page whose form leads to a client. We cannot know where the client redirects to. */
  readonly posts?: boolean;
};

/**
 * A page outside Next, made of the same components as other pages. It has no form unless it `posts`, and no script or
 * frame except those that `directives` allow. It is rendered when it is sent, in the language that is chosen then.
 * @param page `headers` take precedence over the page's own
 */
export function htmlPage(page: HtmlPage): WrittenPage {
  const { status, view, headers = {}, directives = [], frame, posts = false } = page;
  const policy = policyOf(frame, [...(posts ? [] : [formsGoNowhere]), ...directives]);
  const bodyIn = (locale: Locale) =>
    write(StaticDocument({ locale, style: pageStyle, children: view({ locale, frame }) }));
  return {
    status,
    headers: { ...pageHeaders, 'content-security-policy': policy, ...headers },
    get body() {
      return bodyIn('en');
    },
    bodyIn,
  };
}

type InteractivePage = Pick<HtmlPage, 'status' | 'view' | 'frame'> & {
  readonly locale: Locale;
  /** The content below the page's shell. */
  readonly foot: (shell: Pick<ShellContext, 'locale'>) => JSX.Element;
};

/**
 * An interactive page, like those of Next. It has the module of people's pages, and a form that leads to us and from
 * there to wherever the client sends the person.
 */
export function interactiveHtml({ status, view, frame, locale, foot }: InteractivePage): HttpResponse {
  const nonce = createId();
  const script = { address: scriptAddresses.people, nonce };
  const policy = policyOf(frame, [
    ['script-src', `'nonce-${nonce}'`],
    ['connect-src', "'self'"],
  ]);
  return {
    status,
    headers: {
      ...pageHeaders,
      'content-security-policy': policy,
      // With no-referrer, Chromium would post its form with `Origin: null`, which is refused (security #100).
      'referrer-policy': 'same-origin',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
    body: write(
      StaticDocument({ locale, style: pageStyle, script, children: view({ locale, frame }), foot: foot({ locale }) }),
    ),
    isPacked: true,
  };
}

type PublicPage = {
  readonly status: number;
  readonly children: JSX.Element;
  readonly style: string;
  /** The address of one of our modules. */
  readonly script: string;
};

/**
 * A page that is the same for everybody. A cache may store it if it revalidates it each time, so its policy has no
 * nonce. Instead, the module is allowed as a file of this server.
 */
export function publicHtml({ status, children, style, script }: PublicPage): HttpResponse {
  const policy = contentSecurityPolicy([
    ['default-src', "'none'"],
    ['style-src', cspHash(style)],
    ['script-src', "'self'"],
    ['img-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ]);
  return {
    status,
    headers: {
      ...ownHeaders,
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      vary: 'accept-encoding',
    },
    body: write(StaticDocument({ locale: 'en', style, script: { address: script }, children })),
    isPacked: true,
  };
}

/** 404: a page that the settings disable, or an object that does not belong to the person. */
export function noPage({ requestId, snapshot: { brand } }: Asked): HttpResponse {
  const problem = { status: 404, problem: 'not_found', reference: requestId, continueTo: null, details: [] } as const;
  return problemHtml({ ...problem, frame: wholeFrame(brand) });
}

type Asked = { readonly requestId: string; readonly snapshot: { readonly brand: Brand } };

/**
 * The page for a request that ends here. It has no Location, no refresh, no script, and no link from the request to
 * another site (RFC 9700 §4.11), so an attacker gains nothing by sending people to it.
 * @param headers for example `retry-after` with 429 and 503
 */
export function problemHtml(problem: ProblemModel, headers: HttpResponse['headers'] = {}): WrittenPage {
  const { status, frame } = problem;
  return htmlPage({ status, view: (shell) => ProblemView({ ...shell, model: problem }), headers, frame });
}

/** A page with only a message and a link to continue. It answers a form that ended its own session. */
export function messageHtml({ page, title, text, link, frame }: MessagePage): WrittenPage {
  const view: HtmlPage['view'] = (shell) =>
    MessageView({
      ...{ ...shell, page },
      title: textOf(shell.locale, title),
      heading: textOf(shell.locale, title),
      text: textOf(shell.locale, text),
      link: { text: textOf(shell.locale, link.text), href: link.href },
    });
  return htmlPage({ status: 200, view, frame });
}

/**
 * The page instead of a redirect to an address that nobody vouches for (RFC 9700 §4.11.2). It names the target and lets
 * the person decide.
 */
export function leaveHtml(page: LeavePage): HttpResponse {
  const { departure, frame } = page;
  const posts = 'action' in departure;
  return htmlPage({ status: 400, view: (shell) => LeaveView({ ...shell, model: page }), posts, frame });
}

/**
 * The authorization response as a form that submits itself (OAuth 2.0 Form Post Response Mode §2), with a button if
 * scripts are disabled. The policy has no `form-action`, because Chromium applies it to every redirect after the POST,
 * and we cannot know where the client redirects to. The action is a registered address and the values are escaped, so
 * the directive would not add protection here.
 */
export function formPostHtml(form: FormPost): HttpResponse {
  const view: HtmlPage['view'] = (shell) => FormPostView({ ...shell, model: form, script: submitScript });
  return htmlPage({ status: 200, view, directives: [['script-src', submitSource]], frame: form.frame, posts: true });
}

/** The page that shows recovery codes once, in the response to the form that created them. */
export function recoveryCodesHtml({ frame, ...model }: RecoveryCodesPage): WrittenPage {
  const view: HtmlPage['view'] = (shell) => RecoveryCodesView({ ...shell, model, script: recoveryCodesScript });
  const directives: readonly PolicyDirective[] = [['script-src', recoveryCodesSource]];
  // With no-referrer, Chromium would post its form with `Origin: null`, which is refused (security #100).
  const headers = { 'referrer-policy': 'same-origin' };
  return htmlPage({ status: 200, view, directives, frame, headers, posts: true });
}

/** The HTML version of a mail: a complete document with inline styles and nothing to load. */
export function mailHtml(page: MailPage, mailStyle: MailStyle): string {
  return write(MailDocument({ page, mailStyle }));
}

/** Called through the prototype, because a field named "submit" would hide the form's own method. */
const submitScript = 'HTMLFormElement.prototype.submit.call(document.forms[0])';
const submitSource = cspHash(submitScript);

/** Shows the buttons that need a script, and makes them copy, download and print the codes. */
const recoveryCodesScript = `{
const all = [...document.querySelectorAll('[data-recovery-code]')].map((code) => code.dataset.recoveryCode).join('\\n');
const facts = [document.title, ...[...document.getElementById('code-facts').children].map((fact) => fact.textContent)];
const tools = document.getElementById('code-tools');
tools.hidden = false;
const [copy, download, print] = tools.children;
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(all);
  copy.textContent = copy.dataset.done;
});
download.href = 'data:text/plain;charset=utf-8,' + encodeURIComponent(facts.join('\\n') + '\\n\\n' + all + '\\n');
print.addEventListener('click', () => window.print());
}`;

const recoveryCodesSource = cspHash(recoveryCodesScript);
const styleSource = cspHash(pageStyle);

const ownHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

const pageHeaders = { ...ownHeaders, ...noStore, 'referrer-policy': 'no-referrer' } as const;

const formsGoNowhere: PolicyDirective = ['form-action', "'none'"];

function policyOf({ brand }: PageFrame, directives: readonly PolicyDirective[]): string {
  return contentSecurityPolicy([
    ['default-src', "'none'"],
    ['style-src', styleSource, ...(brand.style === null ? [] : [brand.style.source])],
    ['img-src', "'self'"],
    ['base-uri', "'none'"],
    ...directives,
    ['frame-ancestors', "'none'"],
  ]);
}

/** Next does not compile a renderer into a route, so Node loads it from the packages, once for both lanes. */
const load = createRequire(join(process.cwd(), 'package.json'));

function write(document: ReactElement): string {
  const { renderToStaticMarkup }: typeof import('react-dom/server') = load('react-dom/server');
  // The HTML parser would turn a single CR into LF, but a value must come back unchanged.
  return `<!doctype html>${renderToStaticMarkup(document).replaceAll('\r', '&#13;')}`;
}

/** Loads the renderer before the first page needs it. */
export function loadRenderer(): void {
  load('react-dom/server');
}
