import { isIP } from 'node:net';

/** Whether a host is `localhost` or a loopback literal, in the form of a URL's hostname (IPv6 in brackets). */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Whether a host is an IP address, in the form of a URL's hostname (IPv6 in brackets). It cannot be an RP ID of
 * passkeys.
 */
export function isAddressHost(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/**
 * Checks an issuer. It must be a canonical origin, and https unless it is localhost (OpenID Connect Discovery §3, RFC
 * 8414 §2), because clients compare it byte for byte.
 * @returns what was expected, or null if it is valid
 */
export function findIssuerProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'expected an address such as https://id.example.com';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected an address that starts with https://';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return 'expected https:// (http:// is only for localhost)';
  if (url.origin === text) return null;
  return `expected scheme, host and port in lower case, without a path or a trailing slash: ${url.origin}`;
}
