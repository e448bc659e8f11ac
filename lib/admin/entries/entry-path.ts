import { pathKey } from '#lib/vocabulary/path-segment';

/**
 * The address of an entry, or of one of its pages.
 * @param first the page at the entry's own address
 */
function pathBelow(list: string, first = 'settings'): (key: string, page?: string | undefined) => string {
  return (key, page = first) => `${list}/${pathKey(key)}${page === first ? '' : `/${page}`}`;
}

export const clientPath = pathBelow('/admin/clients', 'overview');
export const scopePath = pathBelow('/admin/scopes');
export const providerPath = pathBelow('/admin/providers', 'overview');
export const tenantPath = pathBelow('/admin/tenants');

/** The page of all traces. */
export const tracesPath = '/admin/debug/traces';

/** The page of a trace, or of one of its sign-ins. */
export function tracePath(id: string, stepId?: string): string {
  return [tracesPath, id, ...(stepId === undefined ? [] : [stepId])].join('/');
}
