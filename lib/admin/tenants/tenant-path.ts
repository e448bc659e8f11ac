import { pathKey } from '../path-key';

/** The address of a tenant, or of one of its pages. */
export function tenantPath(name: string, page = ''): string {
  return `/admin/tenants/${pathKey(name)}${page === '' ? '' : `/${page}`}`;
}
