/** Client identifiers that are one segment of a path as they stand. */
const plain = /^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/;

/** A client identifier as one segment of a path: anything else than a plain one is `~` and its base64url. */
export function clientSegment(clientId: string): string {
  return plain.test(clientId) ? clientId : `~${Buffer.from(clientId).toString('base64url')}`;
}

/** The client identifier of a segment; null for what is none. @param segment as it stands in the address */
export function readClientSegment(segment: string | undefined): string | null {
  if (segment === undefined || segment.length > 500) return null;
  if (segment.startsWith('~')) return Buffer.from(segment.slice(1), 'base64url').toString();
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
