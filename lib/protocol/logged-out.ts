import { type LoggedOutPage, LoggedOutView } from '#components/interaction/logged-out-view';
import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { htmlPage } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import { cspHash, type PolicyDirective } from '#lib/http/security-headers';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { type BrowserBinding, readBinding } from '#lib/sessions/browser-binding';
import { type PageFrame, wholeFrame } from '#lib/theme/brand';
import { webOrigin } from '#lib/vocabulary/uri';
import { recheckPostLogout } from './end-session/check-request';
import { loggedOutScript } from './end-session/logged-out-script';
import { findNotifiedClients } from './end-session/notified-clients';
import { openRecord } from './end-session/sealed-record';
import { askerOf, continueSignOut, type SignedOutRecord, signedOutRecord } from './end-session/signed-out';
import { invalidRequest } from './oauth-error';
import { refusalPage } from './refusal-page';
import { requestFrame } from './request-tenant';
import { type EndSessionRule, endSessionRules } from './rules/end-session';

/**
 * GET /connect/endsession/callback: the page after a sign-out that has to load or explain something. A provider also
 * leads here after signing out there, and returns the record as `state`. It changes nothing. Without the record of a
 * sign-out of this browser, it answers 400 and leads nowhere.
 */
export async function handleLoggedOut(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const binding = readBinding(request.headers.cookie, context.settings);
  const values = parseParameters(request.query)?.values;
  const state = values?.get('state') ?? null;
  const id = values?.get('id') ?? state;
  const record = binding === null ? null : openDone(id, binding, context);
  // A provider that returns no state has signed the person out nevertheless.
  if (request.query === '') return seeOther(`${context.settings.issuer}/logout?done=1`);
  if (record === null) return refusalPage(invalidRequest('no_sign_out'), { request }, context);
  if (id === state) return continueSignOut(record, request.headers.cookie, context);
  const { asked, back: target } = recheckPostLogout(record, context);
  const back = target && { to: target.link, follow: record.automatic };
  const notified = await findNotifiedClients(record.sids, askerOf(record), context);
  const providers = record.providers.map((name) => context.snapshot.providers.get(name)?.displayName ?? name);
  const frame =
    target === null
      ? wholeFrame(context.snapshot.brand)
      : requestFrame({ client: target.client, acrValues: null }, context.snapshot);
  const { problem, reference } = asked;
  return loggedOutHtml({ back, notified, providers, problem, reference, frame });
}

/** The record was sealed for one of the browser's handles. */
function openDone(id: string | null, { all }: BrowserBinding, context: Context): SignedOutRecord | null {
  const opened = all.map(({ hash }) => openRecord(id, signedOutRecord, { purpose: 'done', browser: hash }, context));
  return opened.find((record) => record !== null) ?? null;
}

type LoggedOut = Pick<LoggedOutPage, 'back' | 'notified' | 'providers'> & {
  readonly problem: EndSessionRule | null;
  /** The reference of the problem's explanation record. */
  readonly reference: string | null;
  /** The frame of the page, from the tenant of the client that asked. */
  readonly frame: PageFrame;
};

/**
 * The signed-out page if it has to load something, lead back or explain. It is not a page of Next, because its policy
 * depends on its content: frames of only the notified clients (CSP 3 §6.1.5), and one script by its hash. All of its
 * content is there without the script.
 */
export function loggedOutHtml({ problem, reference, frame, ...page }: LoggedOut): HttpResponse {
  const details = [
    ...(problem === null ? [] : [{ label: 'description', value: endSessionRules[problem].description }]),
    ...(reference === null ? [] : [{ label: 'reference', value: reference }]),
  ];
  const model = { ...page, isRefused: problem !== null, details };
  return htmlPage({
    status: 200,
    view: (shell) => LoggedOutView({ ...shell, model }),
    directives: directivesFor(page.notified.flatMap(({ frames }) => frames)),
    frame,
  });
}

function directivesFor(frames: readonly string[]): PolicyDirective[] {
  if (frames.length === 0) return [];
  const origins = new Set(frames.flatMap((frame) => webOrigin(frame) ?? []));
  return [
    ['script-src', scriptSource],
    ['frame-src', ...origins],
  ];
}

const scriptSource = cspHash(loggedOutScript);
