import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { scopesOfType } from '#lib/tokens/claims';

/** The claims a request asks for by name beyond what its scopes give: a person is told of them and asked. */
export function extraClaims({ claims, scope }: AuthorizationRequest, { scopes }: Snapshot): string[] {
  const given = new Set(scopesOfType(scopes, scope, 'identity').flatMap((one) => one.claims));
  return [...new Set([...claims.idToken, ...claims.userinfo])].filter((name) => !given.has(name));
}
