import type { Settings } from '#lib/settings/settings';

/**
 * The value of a cookie. A name that comes twice (another host of the domain set one too) counts as absent, and so does
 * an empty value.
 * @param cookieHeader the Cookie header as Node joins it (RFC 6265 §4.2)
 */
export function readCookie(cookieHeader: string | undefined, name: string): string | null {
  const values = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 && values[0] !== undefined && values[0] !== '' ? values[0] : null;
}

/** The name a cookie has: `__Host-` (RFC 6265bis §4.1.3.2) ties it to this host and to https. */
export function cookieName(name: string, { secure }: Pick<Settings, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * A Set-Cookie value: HttpOnly, SameSite=Lax, Path=/, no Domain, Secure on https.
 * @param maxAgeSeconds null for a cookie that ends with the browser, 0 to delete it
 */
export function writeCookie(
  name: string,
  value: string,
  maxAgeSeconds: number | null,
  settings: Pick<Settings, 'secure'>,
): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (settings.secure) attributes.push('Secure');
  if (maxAgeSeconds !== null) attributes.push(`Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}`);
  return [`${cookieName(name, settings)}=${value}`, ...attributes].join('; ');
}
