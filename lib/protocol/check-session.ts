import { html, ownMarkup } from '#lib/http/html-escape';
import { cspHash } from '#lib/http/html-style';
import { noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { stateCookieName } from '#lib/sessions/state-cookie';
import { checkSessionScript } from './check-session-script';
import type { Context } from './context';

/**
 * The check session iframe (OpenID Connect Session Management §3.2): a page of one script that clients' pages load in a
 * frame. The one page that may be framed (security #129). It says nothing about who is signed in: it only confirms or
 * denies a `session_state` that whoever asks already holds, for the asker's own origin.
 */
export async function handleCheckSession(_request: HttpRequest, { settings }: Context): Promise<HttpResponse> {
  const script = checkSessionScript(stateCookieName(settings));
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Session</title></head><body><script>${ownMarkup(script)}</script></body></html>
`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...noStore,
      'content-security-policy': `default-src 'none'; script-src ${cspHash(script)}; base-uri 'none'; form-action 'none'`,
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body: markup,
  };
}
