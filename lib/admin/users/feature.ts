import { pathKey } from '#lib/vocabulary/path-segment';
import type { Feature } from '../feature';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { allUsers, listUserLines } from './read-list';

/** The address of a user, or of one of the pages below theirs. */
export function userPath(sub: string, page?: 'profile' | 'access'): string {
  return `/admin/users/${pathKey(sub)}${page === undefined ? '' : `/${page}`}`;
}

/** What other features know of the users. */
export const usersFeature = {
  objects: { user: (sub) => userPath(sub) },
  /** By ID, or by the start of every word in their username, name and email address: see decision 017. */
  search: async (admin, text, limit = shownHits) => {
    const { lines, more, next } = await listUserLines(admin, { ...allUsers, q: text || null });
    const href = addressWith('/admin/users', { q: text }, {});
    return toGroup({ kind: 'user', href, text, limit, more: more || next !== null }, lines, {
      namesOf: ({ username, name, email, sub }) => [username, name, email, sub],
      toHit: ({ sub, username, name, email, enabled }) => {
        const detail = [name, email].filter((one) => one !== null && one !== username).join(' · ') || null;
        return { id: sub, name: username, detail, enabled, at: null, href: userPath(sub) };
      },
    });
  },
} satisfies Feature;
