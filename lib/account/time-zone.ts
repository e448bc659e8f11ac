import type { User } from '#lib/users/user';
import { isTimeZone } from './profile/time-zones';

/** The time zone in which a person reads times. */
export function timeZoneOf({ claims }: Pick<User, 'claims'>): string {
  const { zoneinfo } = claims;
  return typeof zoneinfo === 'string' && isTimeZone(zoneinfo) ? zoneinfo : 'UTC';
}
