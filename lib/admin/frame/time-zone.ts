import { cookieName, readCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';
import type { Preferences } from './preferences';

/** `browser/time-zone.ts` sets it. */
const cookie = 'signet-tz';

/** The time zone of the pages: the browser's, where it told one and the person wants it, else UTC. */
export function readTimeZone(
  cookieHeader: string | undefined,
  { times }: Pick<Preferences, 'times'>,
  settings: Pick<Settings, 'secure'>,
): string {
  if (times === 'utc') return 'UTC';
  return findZone(readCookie(cookieHeader, cookieName(cookie, settings)) ?? '') ?? 'UTC';
}

/** The canonical name of a zone of the IANA database; null for anything else. */
function findZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,39}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
