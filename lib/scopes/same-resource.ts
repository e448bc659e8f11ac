const parts = /^([a-z][a-z0-9+.-]*:)(\/\/(?:[^/?#@]*@)?)?([^/?#]*)(.*)$/is;

/**
 * Compares resource URIs (RFC 8707 §2) with scheme and host in lower case, and without the final `/` of an empty path.
 * Programs parse and rebuild the address of an API, and this changes nothing else in it.
 */
export function isSameResource(one: string, other: string): boolean {
  return one === other || normalize(one) === normalize(other);
}

function normalize(uri: string): string {
  const [, scheme = '', start, host = '', rest = ''] = parts.exec(uri) ?? [];
  if (start === undefined) return uri;
  return scheme.toLowerCase() + start + host.toLowerCase() + (rest === '/' ? '' : rest);
}
