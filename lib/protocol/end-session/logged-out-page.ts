import { type LoggedOutPage, LoggedOutView } from '#components/interaction/logged-out-view';
import { cspHash, type PolicyDirective } from '#lib/http/content-security-policy';
import { htmlPage } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';
import type { PageFrame } from '#lib/theme/brand';
import { webOrigin } from '#lib/vocabulary/uri';
import { type EndSessionRule, endSessionRules } from '../rules/end-session';
import { loggedOutScript } from './logged-out-script';

type LoggedOut = Pick<LoggedOutPage, 'back' | 'notified' | 'providers'> & {
  readonly problem: EndSessionRule | null;
  /** The reference of the problem's explanation record. */
  readonly reference: string | null;
  /** The frame of the page, from the tenant of the client that asked. */
  readonly frame?: PageFrame;
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
