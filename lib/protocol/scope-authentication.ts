import type { Api } from '#lib/apis/api';
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

/** Who introspects: an API, or a resource scope by secrets or keys of its own. */
export type Caller = Pick<
  Scope,
  | 'name'
  | 'enabled'
  | 'secrets'
  | 'jwks'
  | 'jwksUri'
  | 'introspectionSignedResponseAlg'
  | 'introspectionEncryptedResponseAlg'
  | 'introspectionEncryptedResponseEnc'
> &
  ({ readonly kind: 'api'; readonly api: Api } | { readonly kind: 'scope'; readonly scope: Scope });

/** The caller with this name. An API with the name of one of its scopes takes the secrets of that scope too. */
function findCaller(name: string, { apis, scopes }: Context['snapshot']): Caller | null {
  const [api, scope] = [apis.get(name), scopes.get(name)];
  if (api !== undefined) {
    const shared = scope?.type === 'resource' ? scope.secrets : [];
    return { ...api, secrets: [...api.secrets, ...shared], kind: 'api', api };
  }
  return scope?.type === 'resource' ? { ...scope, kind: 'scope', scope } : null;
}

/**
 * Authenticates an API by its name and a secret, or by a JWT that it signed. A resource scope is one too, by its own
 * secrets (interface §4.5). They and clients are separate namespaces: a client's credentials are not valid here.
 * @returns the enabled API or resource scope
 * @throws invalid_request if two methods are mixed; invalid_client, which is the same for an unknown or disabled one and a
 * missing, wrong or expired secret; temporarily_unavailable with 429 after too many wrong secrets
 */
export async function authenticateCaller(
  request: HttpRequest,
  parameters: Parameters,
  context: Context,
): Promise<Caller> {
  if (hasAssertion(parameters)) return authenticateByAssertion(request, parameters, context);
  const credentials = readCredentials(request, parameters);
  const { id, secret } = credentials;
  const caller = findCaller(id, context.snapshot);
  const proved =
    secret !== null && (await isProved(caller, { id, secret, clientAddress: request.clientAddress }, context));
  if (caller?.enabled && proved) return caller;
  const find = (name: string) => {
    const other = findCaller(name, context.snapshot);
    return other?.enabled ? other.secrets : null;
  };
  const reason = describeUnencoded(credentials, find, context.now) ?? refusalReason(caller);
  throw invalidClient('api_authentication_failed', { reason, received: id });
}

async function isProved(caller: Caller | null, presented: Omit<PresentedSecret, 'kind'>, context: Context) {
  const find = () => findMatching(caller?.secrets ?? [], presented.secret, context.now);
  return (await proveSecret({ kind: 'scope', ...presented }, find, context)) !== undefined;
}

function refusalReason(caller: Caller | null): string {
  if (caller === null) return 'no API or resource scope has this name';
  return caller.enabled ? 'no, wrong or expired secret' : `${caller.kind} disabled`;
}

/**
 * Authenticates an API by a JWT that is signed with one of its keys (RFC 7523 §3). `iss` and `sub` are its name. The
 * portal's profile applies to APIs too. The assertion is used up last.
 * @returns the enabled API or resource scope
 * @throws invalid_request together with another method; invalid_client for everything else
 */
async function authenticateByAssertion(
  request: HttpRequest,
  parameters: Parameters,
  context: Context,
): Promise<Caller> {
  try {
    const assertion = presentedAssertion(request, parameters);
    const caller = getCaller(assertion.unverified.sub, parameters.values.get('client_id'), context);
    const { name: id, jwks, jwksUri } = caller;
    const audiences = audiencesAt(request.path, context.settings);
    const { algs, assertionSeconds: lifetimeSeconds } = messageRules[context.snapshot.portal.securityProfile];
    if (!algs.some((alg) => alg === assertion.header.alg))
      throw refuse('the profile of the portal forbids its alg', id);
    const signer = { id, jwks, jwksUri, audiences, isAudienceText: false, lifetimeSeconds };
    const { jti, exp } = await verifyAssertion(assertion, signer, context);
    const use = { purpose: 'api_assertion', owner: id, jti, expiresAt: new Date(exp * 1000) } as const;
    if (!(await spendJwt(context.db, use))) throw refuse('the assertion was already used', id);
    return caller;
  } catch (error) {
    if (!isForeignJwtError(error)) throw error;
    throw invalidClient('api_authentication_failed', { ...error.facts, reason: error.message });
  }
}

/** The caller that the assertion names, before verification. */
function getCaller(sub: unknown, clientId: string | undefined, { snapshot }: Context): Caller {
  const caller = typeof sub === 'string' ? findCaller(sub, snapshot) : null;
  if (caller === null) throw refuse('the sub of the assertion is no API or resource scope');
  if (clientId !== undefined && clientId !== sub) {
    throw refuse('client_id is not the sub of the assertion', caller.name);
  }
  if (!caller.enabled) throw refuse(`${caller.kind} disabled`, caller.name);
  return caller;
}

function refuse(reason: string, received?: string): OAuthError {
  return invalidClient('api_authentication_failed', { reason, ...(received !== undefined && { received }) });
}
