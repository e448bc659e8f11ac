import { pathKey } from '../path-key';

/** The address of a scope, or of one of its pages. */
export function scopePath(name: string, page = ''): string {
  return `/admin/scopes/${pathKey(name)}${page === '' ? '' : `/${page}`}`;
}
