import type { Context } from '#lib/context';
import { contentSecurityPolicy, cspHash } from '#lib/http/content-security-policy';
import { noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { stateCookieName } from '#lib/sessions/state-cookie';
import { checkSessionScript } from './check-session-script';

/**
 * The check session iframe (OpenID Connect Session Management §3.2): a page with one script, which pages of clients
 * load in a frame. It is the only page that can be framed (security #129). It does not reveal who is signed in. It only
 * confirms or denies a `session_state` that the asking page already has, for the origin of that page.
 */
export async function handleCheckSession(_request: HttpRequest, { settings }: Context): Promise<HttpResponse> {
  const script = checkSessionScript(stateCookieName(settings));
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Session</title></head><body><script>${script}</script></body></html>
`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...noStore,
      'content-security-policy': contentSecurityPolicy([
        ['default-src', "'none'"],
        ['script-src', cspHash(script)],
        ['base-uri', "'none'"],
        ['form-action', "'none'"],
      ]),
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body,
  };
}
