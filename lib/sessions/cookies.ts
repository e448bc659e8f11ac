import type { Settings } from '#lib/settings/settings';

/**
 * The value of a cookie. A name that occurs twice counts as absent, because another host of the domain may have set one
 * of them. So does an empty value.
 * @param cookieHeader the Cookie header as Node joins it (RFC 6265 §4.2)
 */
export function readCookie(cookieHeader: string | undefined, name: string): string | null {
  const values = pairsOf(cookieHeader)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = '', ...others] = values;
  return value !== '' && others.length === 0 ? value : null;
}

/**
 * The values of a cookie that can have several names: `name`, and `name-` with any suffix. They are in the order of the
 * header, which is the order in which they were set (RFC 6265 §5.4). Each name follows the rules of readCookie(). It
 * takes one pass, because a header can contain a thousand cookies.
 */
export function readCookies(cookieHeader: string | undefined, name: string): string[] {
  const values = new Map<string, string>();
  for (const pair of pairsOf(cookieHeader)) {
    const end = Math.max(0, pair.indexOf('='));
    const one = pair.slice(0, end);
    if (one === name || one.startsWith(`${name}-`)) values.set(one, values.has(one) ? '' : pair.slice(end + 1));
  }
  return [...values.values()].filter((value) => value !== '');
}

function pairsOf(cookieHeader: string | undefined): string[] {
  return (cookieHeader ?? '').split(';').map((pair) => pair.trim());
}

/** RFC 6265 §4.1.1: no space, quotation mark, comma, semicolon or backslash. */
const cookieValue = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** The name of a cookie: `__Host-` (RFC 6265bis §4.1.3.2) binds it to this host and to https. */
export function cookieName(name: string, { secure }: Pick<Settings, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * A Set-Cookie value: HttpOnly, SameSite=Lax, Path=/, no Domain, Secure on https.
 * @param maxAgeSeconds null for a cookie that ends with the browser, 0 to delete it
 * @throws if the value contains a character that would end it (RFC 6265 §4.1.1)
 */
export function writeCookie(
  name: string,
  value: string,
  maxAgeSeconds: number | null,
  settings: Pick<Settings, 'secure'>,
): string {
  if (!cookieValue.test(value)) throw new Error(`the cookie ${name} has a value that no cookie may have`);
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (settings.secure) attributes.push('Secure');
  if (maxAgeSeconds !== null) attributes.push(`Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}`);
  return [`${cookieName(name, settings)}=${value}`, ...attributes].join('; ');
}
