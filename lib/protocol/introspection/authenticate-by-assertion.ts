import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { isForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Scope } from '#lib/scopes/scope';
import { audiencesAt, presentedAssertion, verifyAssertion } from '../assertion';
import { invalidClient, type OAuthError } from '../oauth-error';

/**
 * Authenticates an API by a JWT that is signed with a key of its resource scope (RFC 7523 §3). `iss` and `sub` are the
 * name of the scope. The portal's profile applies to APIs too. The assertion is used up last.
 * @returns the enabled resource scope
 * @throws invalid_request together with another method; invalid_client for everything else
 */
export async function authenticateScopeByAssertion(
  request: HttpRequest,
  parameters: Parameters,
  context: Context,
): Promise<Scope> {
  try {
    const assertion = presentedAssertion(request, parameters);
    const scope = findScope(assertion.unverified.sub, parameters.values.get('client_id'), context);
    const { name: id, jwks, jwksUri } = scope;
    const audiences = audiencesAt(request.path, context.settings);
    const { algs, assertionSeconds: lifetimeSeconds } = messageRules[context.snapshot.portal.securityProfile];
    if (!algs.some((alg) => alg === assertion.header.alg))
      throw refuse('the profile of the portal forbids its alg', id);
    const signer = { id, jwks, jwksUri, audiences, isAudienceText: false, lifetimeSeconds };
    const { jti, exp } = await verifyAssertion(assertion, signer, context);
    const use = { purpose: 'api_assertion', owner: id, jti, expiresAt: new Date(exp * 1000) } as const;
    if (!(await spendJwt(context.db, use))) throw refuse('the assertion was used before', id);
    return scope;
  } catch (error) {
    if (!isForeignJwtError(error)) throw error;
    throw invalidClient('api_authentication_failed', { ...error.facts, reason: error.message });
  }
}

/** The scope that the assertion names, before verification. */
function findScope(sub: unknown, clientId: string | undefined, { snapshot }: Context): Scope {
  const scope = typeof sub === 'string' ? snapshot.scopes.get(sub) : undefined;
  if (scope?.type !== 'resource') throw refuse('the sub of the assertion is no resource scope');
  if (clientId !== undefined && clientId !== sub) {
    throw refuse('client_id is not the sub of the assertion', scope.name);
  }
  if (!scope.enabled) throw refuse('scope disabled', scope.name);
  return scope;
}

function refuse(reason: string, received?: string): OAuthError {
  return invalidClient('api_authentication_failed', { reason, ...(received !== undefined && { received }) });
}
