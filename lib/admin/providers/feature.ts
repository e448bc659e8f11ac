import type { UpstreamProblem } from '#lib/federation/upstream-error';
import { providerPath } from '../entries/entry-path';
import type { Feature } from '../feature';
import { groupUses } from '../groups/texts';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { findProviders } from './read';

/** What other features know of the identity providers. */
export const providersFeature = {
  objects: { identity_provider: (name) => providerPath(name) },
  /** By name, display name, issuer and domain. */
  search: ({ snapshot }, text, limit = shownHits) => {
    const href = addressWith('/admin/providers', { q: text }, {});
    return toGroup({ kind: 'identity_provider', href, text, limit }, findProviders(snapshot, text), {
      namesOf: ({ name, displayName, domains }) => [name, displayName, ...domains],
      toHit: ({ name, displayName, enabled }) => {
        return { id: name, name: displayName, detail: name, enabled, at: null, href: providerPath(name) };
      },
    });
  },
  namesGroups: ({ providers }) =>
    [...providers.values()].map(({ name: id, displayName, groupMapping }) => ({
      ...{ kind: 'provider', id, name: displayName, href: providerPath(id, 'settings') },
      gives: Object.entries(groupMapping?.values ?? {}).map(
        ([value, groups]) => [groupUses.value(value), groups] as const,
      ),
    })),
} satisfies Feature;

/** The sign-ins of the last 24 hours at a provider, in the audit log. */
export function signInsPath(provider: string): string {
  return addressWith('/admin/audit', {}, { type: 'sign_in.succeeded', provider, range: '24h' });
}

/** The sign-ins whose claims were too long, in the audit log. */
export function leftOutPath(provider: string): string {
  return addressWith('/admin/audit', {}, { type: 'identity.claims_left_out', provider, range: '24h' });
}

/** The sign-ins whose groups were not all taken over, in the audit log. */
export function groupsPath(provider: string): string {
  return addressWith('/admin/audit', {}, { type: 'identity.groups_incomplete', provider, range: '24h' });
}

/** The failed sign-ins. They are listed as refused requests, because the person is unknown. */
export function failuresPath(provider: string): string {
  return addressWith('/admin/debug/requests', {}, { provider, range: '24h' });
}

/** The page where an administrator can fix a problem of a provider. Null if the problem is not in its configuration. */
export function fixPath(provider: string, problem: UpstreamProblem): string | null {
  switch (problem) {
    case 'misconfigured':
      return `${providerPath(provider)}#connection`;
    case 'unavailable':
      return `${providerPath(provider)}?discover=1#metadata`;
    case 'not_linked':
      return `${providerPath(provider, 'settings')}#accounts`;
    case 'response':
    case 'cancelled':
    case 'disabled':
    case 'tenant':
      return null;
    default:
      return problem satisfies never;
  }
}
