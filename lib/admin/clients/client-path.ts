import { pathKey } from '../path-key';

/** The address of a client, or of one of its pages. */
export function clientPath(clientId: string, page = 'settings'): string {
  return `/admin/clients/${pathKey(clientId)}${page === 'settings' ? '' : `/${page}`}`;
}
