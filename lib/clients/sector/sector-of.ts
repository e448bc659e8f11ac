/** The settings that decide the sector of a client. */
type SectorFacts = {
  readonly clientId: string;
  readonly sectorIdentifierUri: string | null;
  readonly redirectUris: readonly string[];
  readonly jwksUri: string | null;
};

/**
 * The sector of a client with pairwise subjects (OpenID Connect Core §8.1). Clients of one sector get the same subject.
 * It is the host of `sector_identifier_uri`, otherwise of the https redirect URIs, otherwise of `jwks_uri` for clients
 * without redirects, otherwise only the client. Loopback and private-use addresses have no host.
 * @returns null if the redirect URIs have several hosts
 */
export function sectorOf({ clientId, sectorIdentifierUri, redirectUris, jwksUri }: SectorFacts): string | null {
  if (sectorIdentifierUri !== null) return hostOf(sectorIdentifierUri);
  const hosts = [...new Set(redirectUris.flatMap((uri) => hostOf(uri) ?? []))];
  if (hosts.length > 0) return hosts.length === 1 ? (hosts[0] ?? null) : null;
  // A client that has other redirect URIs has not proved that it owns the keys at that address.
  return (jwksUri === null || redirectUris.length > 0 ? null : hostOf(jwksUri)) ?? clientId;
}

function hostOf(uri: string): string | null {
  const url = URL.parse(uri);
  return url?.protocol === 'https:' ? url.hostname : null;
}
