import { z } from 'zod';
import { hashHandle } from '#lib/crypto/hash';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { createMemory, type Memory } from '#lib/crypto/memory';
import type { Handle, HandleHash } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { singleton } from '#lib/singleton';
import { accountHandles } from './account-handles';
import { cookieName, readCookie, writeCookie } from './cookies';
import { sealCookie, unsealCookie } from './sealed-cookie';

type CookieSettings = Pick<Settings, 'secret' | 'secure'>;

const name = 'signet';
const purpose = 'cookie';
/** Our cookies have 300 characters. Longer ones are not unsealed, which takes a millisecond. */
const maximumLength = 1000;

const contentSchema = z.object({ handle: z.string().length(43) });

/** The hash of the handle in the browser's cookie; null without a cookie of ours. */
export async function readBrowserCookie(
  cookieHeader: string | undefined,
  settings: CookieSettings,
): Promise<HandleHash | null> {
  const value = readCookie(cookieHeader, cookieName(name, settings));
  if (value === null || value.length > maximumLength) return null;
  const opened = openedCookies(settings.secret);
  const known = opened.recall(value);
  if (known !== undefined) return known;
  const content = contentSchema.safeParse(await unsealCookie(value, settings.secret, purpose));
  if (!content.success) return null;
  const hash = hashHandle(content.data.handle);
  opened.keep(value, hash);
  return hash;
}

/** Whether a request has the cookie of a browser, valid or not. */
export function hasBrowserCookie(cookieHeader: string | undefined, settings: CookieSettings): boolean {
  return readCookie(cookieHeader, cookieName(name, settings)) !== null;
}

/**
 * The cookie that identifies a browser: its sealed handle.
 * @param maxAgeSeconds null for a cookie that ends with the browser
 */
export async function writeBrowserCookie(
  handle: Handle,
  maxAgeSeconds: number | null,
  settings: CookieSettings,
): Promise<string> {
  const value = await sealCookie({ handle }, settings.secret, purpose);
  // The browser sends it with its next request.
  openedCookies(settings.secret).keep(value, hashHandle(handle));
  return writeCookie(name, value, maxAgeSeconds, settings);
}

/** The Set-Cookie that removes it, after the last session of a browser was signed out. */
export function clearBrowserCookie(settings: Pick<Settings, 'secure'>): string {
  return writeCookie(name, '', 0, settings);
}

/** The number of cached cookies: about 3 MB. */
const knownCookies = 10_000;

/**
 * A cache of sealed and opened cookies: unsealing takes longer than everything else that reads a browser. Only cookies
 * that we sealed get in, and the cached value is the hash that is looked up in the database each time.
 */
function openedCookies(secret: MasterSecret): Memory<HandleHash> {
  const bySecret = singleton('opened-cookies', () => new WeakMap<MasterSecret, Memory<HandleHash>>());
  const memory = bySecret.get(secret) ?? createMemory<HandleHash>(knownCookies);
  bySecret.set(secret, memory);
  return memory;
}

/** The handles by which accounts know a browser. */
export const { read: readKnownBrowser, write: writeKnownBrowser } = accountHandles('signet-known');
