import { encodedSegment, pathSegment, readPathSegment } from './path-segment';

/** Words below a list of the administration that are pages of their own, so that no entry of that name hides behind them. */
const taken = new Set(['new', 'try', 'import', 'bulk', 'export']);

/** An entry's key as one segment of a path: `~` and base64url for those that a path could not hold. */
export function pathKey(key: string): string {
  return taken.has(key) ? encodedSegment(key) : pathSegment(key);
}

/** The key that pathKey() made a segment of; null for what is none. */
export function readPathKey(segment: string | undefined): string | null {
  return readPathSegment(segment);
}
