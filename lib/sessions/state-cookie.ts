import type { Settings } from '#lib/settings/settings';
import type { Session } from './browser-state';
import { cookieName, readCookie } from './cookies';

const name = 'signet-state';

/** The name that the check session iframe reads. */
export function stateCookieName(settings: Pick<Settings, 'secure'>): string {
  return cookieName(name, settings);
}

/**
 * The cookie of the check session iframe (OpenID Connect Session Management §3.2): the live sids of this browser.
 * Scripts can read it and requests of other sites include it, because the iframe is part of their pages. A sid is in
 * every ID token and gives no access. The cookie ends with the browser. The next authorization request sets it again.
 * @param sids an empty list removes it
 */
export function writeStateCookie(sids: readonly string[], settings: Pick<Settings, 'secure'>): string {
  // Browsers accept SameSite=None only with Secure. Without https the host is localhost, which is one site.
  const attributes = settings.secure ? ['Path=/', 'SameSite=None', 'Secure'] : ['Path=/', 'SameSite=Lax'];
  if (sids.length === 0) attributes.push('Max-Age=0');
  return [`${stateCookieName(settings)}=${textOf(sids)}`, ...attributes].join('; ');
}

/** The Set-Cookie that updates the cookie if it is outdated, for example because a session ended elsewhere. */
export function refreshStateCookie(
  cookieHeader: string | undefined,
  { sessions }: { readonly sessions: readonly Pick<Session, 'sid'>[] },
  settings: Pick<Settings, 'secure'>,
): string[] {
  const sids = sessions.map(({ sid }) => sid);
  const current = readCookie(cookieHeader, stateCookieName(settings)) ?? '';
  return current === textOf(sids) ? [] : [writeStateCookie(sids, settings)];
}

/** Sorted, so that the same sessions give the same text. A sid is base64url and contains no dot. */
function textOf(sids: readonly string[]): string {
  return sids.toSorted().join('.');
}
