import { clientPath } from '../entries/entry-path';
import type { Feature } from '../feature';
import { groupUses } from '../groups/texts';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { findClients, toClientLine } from './read-list';

/** What other features know of the clients. */
export const clientsFeature = {
  objects: { client: (clientId) => clientPath(clientId) },
  /** By name, ID and redirect URI. */
  search: ({ snapshot, now }, text, limit = shownHits) => {
    const href = addressWith('/admin/clients', { q: text }, {});
    return toGroup({ kind: 'client', href, text, limit }, findClients({ snapshot, now }, { q: text }), {
      namesOf: ({ client }) => [client.clientId, client.clientName, ...client.redirectUris],
      toHit: (one) => {
        const { clientId, name, enabled, foundUri } = toClientLine(one, text, now);
        const detail = foundUri ?? (name === clientId ? null : clientId);
        return { id: clientId, name, detail, enabled, at: null, href: clientPath(clientId) };
      },
    });
  },
  namesGroups: ({ clients }) =>
    [...clients.values()].map(({ clientId: id, clientName, accessGroups, approverGroups, roles }) => ({
      ...{ kind: 'client', id, name: clientName ?? id, href: clientPath(id) },
      gives: [
        [groupUses.access, accessGroups],
        [groupUses.approvers, approverGroups],
        ...roles.map(({ name, groups }) => [groupUses.role(name), groups] as const),
      ],
    })),
} satisfies Feature;
