/** The host of a client's first redirect URI, and the number of other hosts. Null if it has no redirect URI. */
export function redirectHost(uris: readonly string[]): { readonly host: string; readonly others: number } | null {
  const [host, ...others] = new Set(uris.map(hostOf));
  return host === undefined ? null : { host, others: others.length };
}

/** The host of an address, or its scheme if the scheme belongs to an app. */
function hostOf(uri: string): string {
  const url = URL.parse(uri);
  if (url === null) return uri;
  return /^https?:$/.test(url.protocol) ? url.host : uri.slice(0, uri.indexOf(':') + 1);
}
