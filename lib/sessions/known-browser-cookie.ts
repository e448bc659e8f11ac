import type { Handle } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { cookieName, readCookie, writeCookie } from './cookies';

const name = 'signet-known';

/** The number of accounts of one browser: the cookie has at most 440 characters. */
export const accountsPerBrowser = 10;

/** How long an account knows a browser after a sign-in. */
export const knownBrowserSeconds = 180 * 24 * 60 * 60;

/**
 * The handles by which accounts know a browser, one for each account, latest first. A handle is random and reveals
 * nothing, so the cookie is not sealed. Only the database knows its account and whether it is valid.
 * @returns empty without a well-formed cookie
 */
export function readKnownBrowser(
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): readonly Handle[] {
  const value = readCookie(cookieHeader, cookieName(name, settings)) ?? '';
  const handles = value.split('.');
  return handles.length <= accountsPerBrowser && handles.every(isHandle) ? handles : [];
}

/** The Set-Cookie that keeps the handles. @param handles the latest first; those beyond the limit are left out */
export function writeKnownBrowser(handles: readonly Handle[], settings: Pick<Settings, 'secure'>): string {
  return writeCookie(name, handles.slice(0, accountsPerBrowser).join('.'), knownBrowserSeconds, settings);
}

function isHandle(value: string): value is Handle {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}
