import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import type { HttpRequest } from '#lib/http/types';
import type { Scope } from '#lib/scopes/scope';
import { hasAssertion } from './assertion';
import { describeUnencoded, findMatching, readCredentials } from './credentials';
import { authenticateScopeByAssertion } from './introspection/authenticate-by-assertion';
import { invalidClient } from './oauth-error';
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
