/** What the sector of a client follows from. */
type SectorFacts = {
  readonly clientId: string;
  readonly sectorIdentifierUri: string | null;
  readonly redirectUris: readonly string[];
  readonly jwksUri: string | null;
};

/**
 * The sector of a client with pairwise subjects (OpenID Connect Core §8.1): clients of one sector see the same subject.
 * It is the host of `sector_identifier_uri`, else of the https redirect URIs, else of `jwks_uri` for clients without
 * redirects, else only the client. Loopback and private-use addresses have no host.
 * @returns null when the redirect URIs have several hosts
 */
export function sectorOf({ clientId, sectorIdentifierUri, redirectUris, jwksUri }: SectorFacts): string | null {
  if (sectorIdentifierUri !== null) return hostOf(sectorIdentifierUri);
  const hosts = [...new Set(redirectUris.flatMap((uri) => hostOf(uri) ?? []))];
  if (hosts.length > 0) return hosts.length === 1 ? (hosts[0] ?? null) : null;
  // A client with other redirect URIs has not proved the keys of that address.
  return (jwksUri === null || redirectUris.length > 0 ? null : hostOf(jwksUri)) ?? clientId;
}

function hostOf(uri: string): string | null {
  const url = URL.parse(uri);
  return url?.protocol === 'https:' ? url.hostname : null;
}
