/**
 * Whether If-None-Match names this tag, so that the answer to a read is 304 (RFC 9110 §13.1.2). It holds `*`, which is
 * any tag, or a list. Tags are compared weakly, because a proxy that compresses an answer makes its tag weak.
 * @param condition the value of the header
 * @param etag with its quotation marks, weak or strong
 */
export function namesTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const tags = condition.split(',').map((tag) => opaque(tag.trim()));
  return tags.includes('*') || tags.includes(opaque(etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
