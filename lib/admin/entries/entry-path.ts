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
