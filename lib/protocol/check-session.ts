import type { Context } from '#lib/context';
import { noStore } from '#lib/http/respond';
import { contentSecurityPolicy, cspHash } from '#lib/http/security-headers';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { stateCookieName } from '#lib/sessions/state-cookie';

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

/**
 * Answers `changed`, `unchanged` or `error` to the window that asks, and to no other origin (security #129,
 * CVE-2024-1249). A message must be a string, and come from the client's page or from another frame of that page,
 * because the client's own frame is a sibling of this one (Session Management §3.1). The sender's origin is part of the
 * hash, so a session_state for another origin reveals nothing (§3.2). The cookie contains the live sids of this
 * browser. Without it, nobody is signed in.
 * @param cookieName a fixed name of ours
 */
function checkSessionScript(cookieName: string): string {
  return `(() => {
  const readSids = () => {
    const pair = document.cookie.split('; ').find((one) => one.startsWith('${cookieName}='));
    return pair === undefined ? [''] : pair.slice(${cookieName.length + 1}).split('.');
  };
  const hash = async (text) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '');
  };
  const check = async (message, origin) => {
    const parts = /^(.{1,100}) ([\\w-]{43})[.]([0-9a-f]{32})$/.exec(message);
    if (parts === null) return 'error';
    const [, clientId, expected, salt] = parts;
    const states = await Promise.all(readSids().map((sid) => hash(clientId + origin + sid + salt)));
    return states.includes(expected) ? 'unchanged' : 'changed';
  };
  addEventListener('message', ({ data, origin, source }) => {
    const isOfThePage = source === parent || source?.parent === parent;
    if (!isOfThePage || source === window || origin === 'null') return;
    const answer = typeof data === 'string' && data.length < 300 ? check(data, origin) : Promise.resolve('error');
    answer.catch(() => 'error').then((text) => source.postMessage(text, origin));
  });
})();`;
}
