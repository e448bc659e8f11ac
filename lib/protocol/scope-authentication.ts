import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { isForeignJwtError } from '#lib/foreign-jwt/foreign-jwt-error';
import { spendJwt } from '#lib/foreign-jwt/used-jwt-store';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Scope } from '#lib/scopes/scope';
import { audiencesAt, hasAssertion, presentedAssertion, verifyAssertion } from './assertion';
import { describeUnencoded, findMatching, readCredentials } from './credentials';
import { invalidClient, type OAuthError } from './oauth-error';
import { type PresentedSecret, proveSecret } from './prove-secret';

/** The methods that discovery announces for introspection. */
export const scopeAuthenticationMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/**
 * Authenticates an API by the name and a secret of its resource scope (interface §4.5), or by a JWT that it signed.
 * Scopes and clients are separate namespaces: a client's credentials are not valid here.
 * @returns the enabled resource scope
 * @throws invalid_request if two methods are mixed; invalid_client, which is the same for an unknown or disabled scope
 * and a missing, wrong or expired secret; temporarily_unavailable with 429 after too many wrong secrets
 */
export async function authenticateScope(
  request: HttpRequest,
  parameters: Parameters,
  context: Context,
): Promise<Scope> {
  if (hasAssertion(parameters)) return authenticateScopeByAssertion(request, parameters, context);
  const credentials = readCredentials(request, parameters);
  const { id, secret } = credentials;
  const scope = context.snapshot.scopes.get(id);
  const proved =
    secret !== null && (await isProved(scope, { id, secret, clientAddress: request.clientAddress }, context));
  if (scope?.type !== 'resource' || !scope.enabled || !proved) {
    const { scopes } = context.snapshot;
    const find = (name: string) => (scopes.get(name)?.enabled ? (scopes.get(name)?.secrets ?? null) : null);
    const reason = describeUnencoded(credentials, find, context.now) ?? refusalReason(scope);
    throw invalidClient('api_authentication_failed', { reason, received: id });
  }
  return scope;
}

async function isProved(scope: Scope | undefined, presented: Omit<PresentedSecret, 'kind'>, context: Context) {
  const find = () => findMatching(scope?.secrets ?? [], presented.secret, context.now);
  return (await proveSecret({ kind: 'scope', ...presented }, find, context)) !== undefined;
}

function refusalReason(scope: Scope | undefined): string {
  if (scope?.type !== 'resource') return 'no resource scope has this name';
  return scope.enabled ? 'no, wrong or expired secret' : 'scope disabled';
}

/**
 * Authenticates an API by a JWT that is signed with a key of its resource scope (RFC 7523 §3). `iss` and `sub` are the
 * name of the scope. The portal's profile applies to APIs too. The assertion is used up last.
 * @returns the enabled resource scope
 * @throws invalid_request together with another method; invalid_client for everything else
 */
async function authenticateScopeByAssertion(
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
