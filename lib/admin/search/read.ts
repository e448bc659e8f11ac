import { isPermitted, type Permission } from '../access/permission';
import type { Principal } from '../access/principal';
import type { AdminContext } from '../admin-context';
import type { Feature } from '../feature';
import { features } from '../features';
import { type Query, textOf } from '../query';
import { type SearchGroup, searchKinds } from './search-group';
import { texts } from './texts';

/** Long enough for the longest text that can be found, a redirect URI. */
export const maximumSearch = 400;

/** The search text in an address, or null. */
export function readSearchQuery(query: Query): string | null {
  return textOf(query, 'q', maximumSearch);
}

/**
 * Searches everything, with a few results of each kind: clients, people, scopes, providers, tenants, keys, settings, a refused
 * request by its reference, and events by the ID of their request. The configuration is in memory. The rest takes at
 * most six statements, each with an index. Every role can see all results.
 * @param text at most maximumSearch characters
 * @returns the kinds with results
 */
export async function search(
  admin: Pick<AdminContext, 'snapshot' | 'db' | 'now'>,
  text: string,
): Promise<readonly SearchGroup[]> {
  const groups = await Promise.all(features.flatMap((feature) => feature.search?.(admin, text) ?? []));
  const found = groups.filter(({ hits }) => hits.length > 0);
  return found.toSorted((one, other) => searchKinds.indexOf(one.kind) - searchKinds.indexOf(other.kind));
}

const actions = {
  new_client: ['/admin/clients/new', 'edit'],
  new_user: ['/admin/users/new', 'edit'],
  new_scope: ['/admin/scopes/new', 'edit'],
  new_provider: ['/admin/providers/new', 'edit'],
  new_tenant: ['/admin/tenants/new', 'edit'],
  start_trace: ['/admin/debug/traces', 'edit'],
  simulate: ['/admin/debug/simulator', 'read'],
  look_up_reference: ['/admin/debug', 'read'],
  sign_out: ['/logout', 'read'],
} as const satisfies Readonly<Record<keyof typeof labels, readonly [href: string, Permission]>>;

const { actions: labels } = texts.palette;

/** The actions that a role can start from any page. */
export function listPaletteActions({ role }: Pick<Principal, 'role'>): NonNullable<Feature['palette']> {
  const names = Object.keys(actions).filter((name): name is keyof typeof actions => Object.hasOwn(actions, name));
  const others = names.map((name) => ({ label: labels[name], href: actions[name][0], permission: actions[name][1] }));
  return [...others, ...features.flatMap(({ palette = [] }) => palette)].filter(({ permission }) =>
    isPermitted(role, permission),
  );
}
