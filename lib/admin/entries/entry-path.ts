import { pathKey } from '../path-key';

/** The address of an entry, or of one of its pages; the settings are its first page. */
function pathBelow(list: string): (key: string, page?: string | undefined) => string {
  return (key, page = 'settings') => `${list}/${pathKey(key)}${page === 'settings' ? '' : `/${page}`}`;
}

export const clientPath = pathBelow('/admin/clients');
export const scopePath = pathBelow('/admin/scopes');
export const providerPath = pathBelow('/admin/providers');
export const tenantPath = pathBelow('/admin/tenants');
