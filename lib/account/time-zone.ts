import type { User } from '#lib/users/user';

/** The names of the time zones (OpenID Connect Core §5.1, `zoneinfo`), in alphabetical order. */
export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

const known: ReadonlySet<string> = new Set(timeZones);

export function isTimeZone(name: string): boolean {
  return known.has(name);
}

/** The time zone in which times are shown to a person. */
export function timeZoneOf({ claims }: Pick<User, 'claims'>): string {
  const { zoneinfo } = claims;
  return typeof zoneinfo === 'string' && isTimeZone(zoneinfo) ? zoneinfo : 'UTC';
}
