import { groupPath } from '../entries/entry-path';
import type { Feature } from '../feature';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { findGroups } from './read';
import { texts } from './texts';

/** What other features know of the groups. */
export const groupsFeature = {
  objects: { group: (name) => groupPath(name) },
  palette: [{ label: texts.create, href: '/admin/groups/new', permission: 'edit' }],
  /** By name and display name. */
  search: ({ snapshot }, text, limit = shownHits) => {
    const href = addressWith('/admin/groups', { q: text }, {});
    return toGroup({ kind: 'group', href, text, limit }, findGroups(snapshot, text), {
      namesOf: ({ name, displayName }) => [name, displayName],
      toHit: ({ name, displayName }) => {
        return { id: name, name, detail: displayName, enabled: true, at: null, href: groupPath(name) };
      },
    });
  },
} satisfies Feature;
