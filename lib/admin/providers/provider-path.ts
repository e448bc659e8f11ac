import { pathKey } from '../path-key';

/** The address of a provider, or of one of its pages. */
export function providerPath(name: string, page = ''): string {
  return `/admin/providers/${pathKey(name)}${page === '' ? '' : `/${page}`}`;
}
