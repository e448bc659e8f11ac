const parts = /^([a-z][a-z0-9+.-]*:)(\/\/(?:[^/?#@]*@)?)?([^/?#]*)(.*)$/is;

/**
 * Compares resource URIs (RFC 8707 §2): scheme and host in lower case, and without the final `/` of an empty path.
 * Programs take the address of an API apart and put it together again, and nothing else of it changes on the way.
 */
export function isSameResource(one: string, other: string): boolean {
  return one === other || normalize(one) === normalize(other);
}

function normalize(uri: string): string {
  const [, scheme = '', start, host = '', rest = ''] = parts.exec(uri) ?? [];
  if (start === undefined) return uri;
  return scheme.toLowerCase() + start + host.toLowerCase() + (rest === '/' ? '' : rest);
}
