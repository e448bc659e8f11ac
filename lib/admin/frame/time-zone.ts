import { readZoneCookie } from '#lib/sessions/time-zone-cookie';
import type { Settings } from '#lib/settings/settings';
import type { Preferences } from './preferences';

/** The time zone of the pages: the browser's if it sent one and the person wants it, otherwise UTC. */
export function readTimeZone(
  cookieHeader: string | undefined,
  { times }: Pick<Preferences, 'times'>,
  settings: Pick<Settings, 'secure'>,
): string {
  return times === 'utc' ? 'UTC' : readZoneCookie(cookieHeader, settings);
}
