import { pathKey } from '#lib/vocabulary/path-segment';

const keysPath = '/admin/keys';

/** The page of a signing key. */
export function keyPath(kid: string): string {
  return `${keysPath}/${pathKey(kid)}`;
}
