import type { Settings } from '#lib/settings/settings';
import { cookieName, readCookie } from './cookies';

/** `browser/time-zone.ts` sets it. */
const cookie = 'signet-tz';

/** The canonical name of the time zone that the browser sent. Null if it sent none. */
export function readZoneCookie(cookieHeader: string | undefined, settings: Pick<Settings, 'secure'>): string | null {
  return findZone(readCookie(cookieHeader, cookieName(cookie, settings)) ?? '');
}

/** The canonical name of a zone in the IANA database. Null for anything else. */
function findZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,39}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
