import type { Settings } from '#lib/settings/settings';
import type { User } from '#lib/users/user';
import { readZoneCookie } from './time-zone-cookie';

/** The names of the time zones (OpenID Connect Core §5.1, `zoneinfo`), in alphabetical order. */
export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

const known: ReadonlySet<string> = new Set(timeZones);

export function isTimeZone(name: string): boolean {
  return known.has(name);
}

/** The time zone in which times are shown to a person. */
export type AccountZone = {
  readonly name: string;
  /** Each time names the zone, because it may not be that of the clock in front of the person. */
  readonly isNamed: boolean;
};

/**
 * The zone that the person chose, otherwise that of the browser, otherwise UTC.
 * @param ofBrowser see readZoneCookie()
 */
export function timeZoneOf({ claims }: Pick<User, 'claims'>, ofBrowser: string | null): AccountZone {
  const { zoneinfo } = claims;
  const name = typeof zoneinfo === 'string' && isTimeZone(zoneinfo) ? zoneinfo : (ofBrowser ?? 'UTC');
  return { name, isNamed: name !== ofBrowser };
}

/** The same in a browser. */
export function readTimeZone(
  user: Pick<User, 'claims'>,
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): AccountZone {
  return timeZoneOf(user, readZoneCookie(cookieHeader, settings));
}
