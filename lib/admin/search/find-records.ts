import type { AdminContext } from '../admin-context';
import { addressWith } from '../query';
import { userPath } from '../users/feature';
import { allUsers, listUserLines } from '../users/read-list';
import { type SearchGroup, shownHits, toGroup } from './search-group';

type Stored = Pick<AdminContext, 'db' | 'now'>;

/** Finds users by ID, or by the start of every word in their username, name and email address: see decision 017. */
export async function searchUsers(admin: Stored, text: string, limit = shownHits): Promise<SearchGroup> {
  const { lines, more, next } = await listUserLines(admin, { ...allUsers, q: text || null });
  const href = addressWith('/admin/users', { q: text }, {});
  return toGroup({ kind: 'user', href, text, limit, more: more || next !== null }, lines, {
    namesOf: ({ username, name, email, sub }) => [username, name, email, sub],
    toHit: ({ sub, username, name, email, enabled }) => {
      const detail = [name, email].filter((one) => one !== null && one !== username).join(' · ') || null;
      return { id: sub, name: username, detail, enabled, at: null, href: userPath(sub) };
    },
  });
}
