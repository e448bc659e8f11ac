import { isSameResource } from '#lib/scopes/same-resource';
import type { Scope } from '#lib/scopes/scope';

type Api = { readonly resource: string; readonly scopes: readonly string[]; readonly issuer: string };

/** The metadata of an API as text to copy. */
type ApiDescription = { readonly address: string; readonly document: string; readonly challenge: string };

/**
 * The metadata document of an API (RFC 9728 §2), its address (§3.1), and the challenge that names it (§5.1).
 * @param api its resource URI, its scopes and the issuer
 */
export function describeApi({ resource, scopes, issuer }: Api): ApiDescription {
  const address = metadataAddress(resource);
  const document = { resource, authorization_servers: [issuer], scopes_supported: scopes };
  return {
    address,
    document: JSON.stringify(document, null, 2),
    challenge: `Bearer resource_metadata="${address}"`,
  };
}

/** The well-known part goes between the host and the path. A URI without a host has no such address. */
function metadataAddress(resource: string): string {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(resource) ?? [];
  const wellKnown = '/.well-known/oauth-protected-resource';
  return origin === undefined ? wellKnown : origin + wellKnown + (rest === '/' ? '' : rest);
}

/** The names of the scopes of an API. */
export function scopesOfApi(resource: string, scopes: ReadonlyMap<string, Scope>): string[] {
  const ofApi = [...scopes.values()].filter(
    (scope) => scope.enabled && scope.resource !== null && isSameResource(scope.resource, resource),
  );
  return ofApi.map(({ name }) => name);
}
