import type { Context } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { audienceOf } from '#lib/scopes/audience';
import type { Scope } from '#lib/scopes/scope';
import { protocolClaims } from '#lib/vocabulary/protocol-claims';
import { type LiveToken, readLiveToken } from './access-token';
import { endpoint } from './endpoint';
import { tokenTypeOf } from './grants/grant-handler';
import { answer, type Introspection } from './introspection/answer';
import { invalidRequest } from './oauth-error';
import { isForm, parseForm, refuseRepeated, unsupportedMediaType } from './read-form';
import { noteTokenUse } from './record-use';
import { authenticateScope } from './scope-authentication';

/**
 * The introspection endpoint (RFC 7662): an API asks whether a token is valid now and what it allows. It only learns
 * about tokens with its scope. For all others, the answer is the same (§2.2).
 */
export const handleIntrospection = endpoint(introspect);

async function introspect(request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (!isForm(request)) return unsupportedMediaType(context);
  const parameters = parseForm(request);
  const api = await authenticateScope(request, parameters, context);
  refuseRepeated(parameters);
  // RFC 7662 §2.1: token_type_hint is only a hint. The token itself shows its kind.
  const value = parameters.values.get('token');
  if (value === undefined) throw invalidRequest('token_missing');
  const token = await readLiveToken(value, context);
  if (token === null || !token.scope.includes(api.name)) return answer({ active: false }, api, request, context);
  noteTokenUse(token, [api.name], context);
  return answer(describe(token, api), api, request, context);
}

/** The claims that every API sees of a token with its scope. The grant ID is internal. */
const sharedClaims = [
  'iss',
  'exp',
  'iat',
  'nbf',
  'sub',
  'jti',
  'auth_time',
  'idp',
  'amr',
  'acr',
  'sid',
  'tenant',
  'act',
  'cnf',
];

/** RFC 7662 §2.2 and RFC 9068 §2.2. Scope, audience and claims of the person are limited to those of the API. */
function describe({ claims, client, clientId, confirmation, user }: LiveToken, api: Scope): Introspection {
  const own = user === null ? clientClaims(claims) : api.claims.filter((name) => !protocolClaims.has(name));
  return {
    ...pick(claims, own),
    ...pick(claims, sharedClaims),
    active: true,
    token_type: tokenTypeOf(confirmation),
    aud: audienceOf(api),
    scope: api.name,
    client_id: clientId,
    // With a username, APIs could link people whom pairwise subjects keep apart.
    ...(user === null || client.subjectType === 'pairwise' ? {} : { username: user.username }),
  };
}

/** The client's own claims, which exist only in a token without a person (semantics §7.2). */
function clientClaims(claims: LiveToken['claims']): string[] {
  return Object.keys(claims).filter((name) => name.startsWith('client_'));
}

function pick(claims: LiveToken['claims'], names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(claims, name) ? [[name, claims[name]]] : [])));
}
