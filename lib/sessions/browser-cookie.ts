import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { deriveKey, hashHandle } from '#lib/crypto/hash';
import { createMemory, type Memory } from '#lib/crypto/memory';
import type { Handle, HandleHash } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { singleton } from '#lib/singleton';
import { cookieName, readCookie, writeCookie } from './cookies';

type CookieSettings = Pick<Settings, 'secret' | 'secure'>;

const name = 'signet';
/** Ours are 300 characters long; unsealing takes a millisecond that no longer one gets. */
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
  const content = contentSchema.safeParse(await unseal(value, settings));
  if (!content.success) return null;
  const hash = hashHandle(content.data.handle);
  opened.keep(value, hash);
  return hash;
}

/** Whether a request carries the cookie of a browser, of whatever worth. */
export function hasBrowserCookie(cookieHeader: string | undefined, settings: CookieSettings): boolean {
  return readCookie(cookieHeader, cookieName(name, settings)) !== null;
}

/**
 * The cookie that identifies a browser: its handle, sealed.
 * @param maxAgeSeconds null when it shall end with the browser
 */
export async function writeBrowserCookie(
  handle: Handle,
  maxAgeSeconds: number | null,
  settings: CookieSettings,
): Promise<string> {
  // Without a time to live: the expiry is in the row, and iron-session would use its own clock.
  const value = await sealData({ handle }, { password: passwords(settings), ttl: 0 });
  return writeCookie(name, value, maxAgeSeconds, settings);
}

/** The Set-Cookie that removes it, after the last session of a browser was signed out. */
export function clearBrowserCookie(settings: Pick<Settings, 'secure'>): string {
  return writeCookie(name, '', 0, settings);
}

/** The cookies of so many browsers are known: about 3 MB. */
const knownCookies = 10_000;

/**
 * What cookies held that opened under a secret: unsealing takes longer than all the rest of reading a browser. Only a
 * cookie that we sealed gets in, and what is remembered is the hash that the database is asked for each time.
 */
function openedCookies(secret: string): Memory<HandleHash> {
  const bySecret = singleton('opened-cookies', () => new Map<string, Memory<HandleHash>>());
  const known = bySecret.get(secret) ?? createMemory<HandleHash>(knownCookies);
  bySecret.set(secret, known);
  return known;
}

async function unseal(value: string, settings: CookieSettings): Promise<unknown> {
  try {
    return await unsealData(value, { password: passwords(settings), ttl: 0 });
  } catch {
    // What is not sealed by us is no cookie of ours.
    return null;
  }
}

/** By id, the highest seals: a later one can be added while cookies of this one still open. */
function passwords({ secret }: CookieSettings): Record<string, string> {
  return { '1': deriveKey(secret, 'cookie').toString('base64url') };
}
