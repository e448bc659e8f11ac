/** Names that are one segment of a path as they stand. */
const plain = /^[A-Za-z0-9_-][A-Za-z0-9_.:-]*$/;

/** A name as one segment of a path, such as a client identifier: anything else than a plain one is `~` and its base64url. */
export function pathSegment(name: string): string {
  return plain.test(name) ? name : encodedSegment(name);
}

/** The form that every name has, plain ones too. */
function encodedSegment(name: string): string {
  return `~${Buffer.from(name).toString('base64url')}`;
}

/** Longer than the base64url of any name. */
const longestSegment = 4000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The name of a segment. A percent-encoded name is understood as well.
 * @param segment as in the address
 * @returns null for an invalid one
 */
export function readPathSegment(segment: string | undefined): string | null {
  if (segment === undefined || segment.length > longestSegment) return null;
  try {
    const text = decodeURIComponent(segment);
    if (!text.startsWith('~')) return text;
    const bytes = Buffer.from(text.slice(1), 'base64url');
    // One name has one address: a segment that only decodes leniently is invalid.
    return bytes.toString('base64url') === text.slice(1) ? utf8.decode(bytes) : null;
  } catch {
    return null;
  }
}

/** Words below a list of the administration that are pages of their own, so that no entry of that name hides behind them. */
const taken = new Set(['new', 'try', 'import', 'bulk', 'export']);

/** An entry's key as one segment of a path: `~` and base64url for those that a path could not hold. */
export function pathKey(key: string): string {
  return taken.has(key) ? encodedSegment(key) : pathSegment(key);
}

/** The key of a segment that pathKey() made; null for any other. */
export function readPathKey(segment: string | undefined): string | null {
  return readPathSegment(segment);
}
