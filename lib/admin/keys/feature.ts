import { keyPhase } from '#lib/keys/key-phase';
import { pathKey } from '#lib/vocabulary/path-segment';
import type { Feature } from '../feature';
import { toGroup } from '../search/search-group';
import { texts } from './texts';

const path = '/admin/keys';
const pathOf = (kid: string) => `${path}/${pathKey(kid)}`;

/** What other features know of the signing keys. */
export const keysFeature: Feature = {
  objects: { key: pathOf },
  palette: [{ label: texts.rotate.link, href: path, permission: 'own' }],
  /** By the start of the ID, without expired keys. The link of the group leads to the list of all keys. */
  search: ({ snapshot, now }, text) => {
    const found = [...snapshot.keys.values(), ...snapshot.decryptionKeys.values()].filter(
      (key) => key.kid.startsWith(text) && keyPhase(key, now) !== 'expired',
    );
    return toGroup({ kind: 'key', href: path, text }, found, {
      namesOf: ({ kid }) => [kid],
      toHit: ({ kid, alg }) => ({ id: kid, name: kid, detail: alg, enabled: true, at: null, href: pathOf(kid) }),
    });
  },
};
