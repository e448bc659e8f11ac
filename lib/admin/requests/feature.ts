import { findExplanation } from '#lib/explain/explanation-store';
import { parseReference } from '#lib/explain/reference';
import type { Feature } from '../feature';
import { addressWith } from '../query';
import { toGroup } from '../search/search-group';

export const requestsPath = '/admin/debug/requests';

/** The page of a refused request. */
export function requestPath(reference: string): string {
  return `${requestsPath}/${reference}`;
}

/** What other features know of the refused requests. */
export const requestsFeature: Feature = {
  /** The one of a typed reference. Reads nothing if the text cannot be a reference. */
  search: async ({ db }, text) => {
    const reference = parseReference(text);
    const found = reference === null ? null : await findExplanation(db, reference);
    const href = addressWith(requestsPath, { reference: text }, {});
    return toGroup({ kind: 'refused_request', href, text }, found === null ? [] : [found], {
      namesOf: () => [text],
      toHit: ({ reference: id, description, createdAt }) => {
        return { id, name: id, detail: description, enabled: true, at: createdAt, href: requestPath(id) };
      },
    });
  },
};
