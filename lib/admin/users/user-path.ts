import { pathKey } from '#lib/vocabulary/path-segment';
import { addressWith } from '../query';
import type { UserQuestion } from './user-question';

/** The address of a user, or of one of their tabs. */
export function userPath(sub: string, tab = 'profile'): string {
  return `/admin/users/${pathKey(sub)}${tab === 'profile' ? '' : `/${tab}`}`;
}

/** The page that asks before an action on a user. @param about the object of the action, for example a session */
export function questionPath(sub: string, what: UserQuestion, about: Readonly<Record<string, string>> = {}): string {
  return addressWith(`${userPath(sub)}/confirm/${what}`, {}, about);
}
