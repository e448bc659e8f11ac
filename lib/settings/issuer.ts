/** True for `localhost` and the loopback literals, in the form of a URL's hostname (IPv6 in brackets). */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Checks an issuer: a canonical origin, https unless it is localhost (OpenID Connect Discovery §3, RFC 8414 §2),
 * because clients compare it byte for byte.
 * @returns what was expected, or null if it is valid
 */
export function findIssuerProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'expected an address such as https://id.example.com';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected an address that starts with https://';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return 'expected https:// (http:// is for localhost alone)';
  if (url.origin === text) return null;
  return `expected scheme, host and port in lower case, without a path or a trailing slash: ${url.origin}`;
}
