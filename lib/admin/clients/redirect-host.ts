/** Where a client's first redirect URI leads, and how many other hosts its URIs name; null when it has none. */
export function redirectHost(uris: readonly string[]): { readonly host: string; readonly others: number } | null {
  const [host, ...others] = new Set(uris.map(hostOf));
  return host === undefined ? null : { host, others: others.length };
}

/** The host of an address, or the scheme of an app's own. */
function hostOf(uri: string): string {
  const url = URL.parse(uri);
  if (url === null) return uri;
  return url.host === '' ? url.protocol : url.host;
}
