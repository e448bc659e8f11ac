import { pathKey } from '#lib/vocabulary/path-segment';
import type { Feature } from '../feature';

/** The address of a user, or of one of their tabs. */
export function userPath(sub: string, tab = 'profile'): string {
  return `/admin/users/${pathKey(sub)}${tab === 'profile' ? '' : `/${tab}`}`;
}

/** What other features know of the users. */
export const usersFeature: Feature = { objects: { user: (sub) => userPath(sub) } };
