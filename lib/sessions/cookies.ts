import type { Settings } from '#lib/settings/settings';

/** The header that was parsed last: a request reads several cookies of the same one. */
let lastHeader = '';
let lastValues: ReadonlyMap<string, string> = new Map();

/** @returns the values by name, in the order of the header. A name that occurs twice has an empty value */
function parseCookies(header: string): ReadonlyMap<string, string> {
  if (lastHeader === header) return lastValues;
  const values = new Map<string, string>();
  for (const part of header.split(';')) {
    const pair = part.trim();
    const end = Math.max(0, pair.indexOf('='));
    const name = pair.slice(0, end);
    values.set(name, values.has(name) ? '' : pair.slice(end + 1));
  }
  lastHeader = header;
  lastValues = values;
  return values;
}

/**
 * The value of a cookie. A name that occurs twice counts as absent, because another host of the domain may have set one
 * of them. So does an empty value.
 * @param cookieHeader the Cookie header as Node joins it (RFC 6265 §4.2)
 */
export function readCookie(cookieHeader: string | undefined, name: string): string | null {
  return parseCookies(cookieHeader ?? '').get(name) || null;
}

/**
 * The values of a cookie that can have several names: `name`, and `name-` with any suffix. They are in the order of the
 * header, which is the order in which they were set (RFC 6265 §5.4). Each name follows the rules of readCookie(). It
 * takes one pass, because a header can contain a thousand cookies.
 */
export function readCookies(cookieHeader: string | undefined, name: string): string[] {
  const all = [...parseCookies(cookieHeader ?? '')];
  return all.flatMap(([one, value]) => (value !== '' && (one === name || one.startsWith(`${name}-`)) ? [value] : []));
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
