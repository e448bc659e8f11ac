import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { Context } from '#lib/context';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import { audienceOf } from '#lib/scopes/audience';
import { claimsFor, rolesOf, scopesOfType, sourceOf } from '#lib/tokens/claims';
import { protocolClaims } from '#lib/vocabulary/claims';
import { type LiveToken, readLiveToken } from './access-token';
import { protectForOwner } from './encryption/protect';
import { endpoint } from './endpoint';
import { tokenTypeOf } from './grants/grant-handler';
import { invalidRequest } from './oauth-error';
import { isForm, parseForm, refuseRepeated, unsupportedMediaType } from './read-form';
import { recordTokenUse } from './record-use';
import { authenticateCaller, type Caller } from './scope-authentication';

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

const signedType = 'application/token-introspection+jwt';

/**
 * The introspection endpoint (RFC 7662): an API asks whether a token is valid now and what it allows. It only learns
 * about tokens for it: with its name in their audience, or with the scope that asks. For all others, the answer is the same
 * (§2.2).
 */
export const handleIntrospection = endpoint(introspect);

async function introspect(request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (!isForm(request)) return unsupportedMediaType(context);
  const parameters = parseForm(request);
  const caller = await authenticateCaller(request, parameters, context);
  refuseRepeated(parameters);
  // RFC 7662 §2.1: token_type_hint is only a hint. The token itself shows its kind.
  const value = parameters.values.get('token');
  if (value === undefined) throw invalidRequest('token_missing');
  const token = await readLiveToken(value, context);
  const scope = token === null ? [] : scopeSeenBy(caller, token);
  if (token === null || scope.length === 0) return answerInForm({ active: false }, caller, request, context);
  recordTokenUse(token, scope, context);
  return answerInForm(describe(token, scope, caller, context), caller, request, context);
}

/** The released scopes of a token that belong to the caller. None of a token that is not for it. */
function scopeSeenBy(caller: Caller, { scope, claims }: LiveToken): readonly string[] {
  if (caller.kind === 'scope') return scope.filter((name) => name === caller.name);
  return [claims.aud].flat().includes(caller.name) ? scope.filter((name) => caller.api.scopes.includes(name)) : [];
}

/** RFC 7662 §2.2 and RFC 9068 §2.2. Scope, audience and claims of the person are limited to those of the caller. */
function describe(
  token: LiveToken,
  scope: readonly string[],
  caller: Caller,
  context: Pick<Context, 'snapshot' | 'now'>,
): Introspection {
  const { claims, client, clientId, confirmation, user } = token;
  return {
    ...(user === null && pick(claims, clientClaims(claims))),
    ...ownClaims({ ...token, scope }, caller, context),
    ...pick(claims, sharedClaims),
    active: true,
    token_type: tokenTypeOf(confirmation),
    aud: audienceOfCaller(caller),
    scope: scope.join(' '),
    client_id: clientId,
    // With a username, APIs could link people whom pairwise subjects keep apart.
    ...(user === null || client.subjectType === 'pairwise' ? {} : { username: user.username }),
  };
}

/** A scope gets what the token has of its claims of the person. An API gets what its scopes and the API itself give now. */
function ownClaims(
  { claims, client, user, scope }: LiveToken,
  caller: Caller,
  { snapshot, now }: Pick<Context, 'snapshot' | 'now'>,
) {
  if (caller.kind === 'scope') {
    const names = user === null ? [] : caller.scope.claims;
    return pick(
      claims,
      names.filter((name) => !protocolClaims.has(name)),
    );
  }
  const owner = caller.api;
  const sources = [...scopesOfType(snapshot.scopes, scope, 'resource'), sourceOf(owner)];
  const person = user ?? { roles: rolesOf(client, owner) };
  return claimsFor({ person, owner, sources, maximumBytes: null }, { snapshot, now }).claims;
}

/** What stands in tokens for the caller. */
function audienceOfCaller(caller: Caller): string {
  return caller.kind === 'api' ? caller.name : audienceOf(caller.scope);
}

/** The client's own claims, which exist only in a token without a person (semantics §7.2). */
function clientClaims(claims: LiveToken['claims']): string[] {
  return Object.keys(claims).filter((name) => name.startsWith('client_'));
}

function pick(claims: LiveToken['claims'], names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(claims, name) ? [[name, claims[name]]] : [])));
}

/** What an API receives about a token: `{ active: false }`, or more. */
type Introspection = Readonly<Record<string, unknown>> & { readonly active: boolean };

/**
 * The response in the type that the API asked for: JSON (RFC 7662 §2.2), or a signed JWT (RFC 9701 §5), which is
 * encrypted if the API registered that.
 * @throws temporarily_unavailable if the API has no key to encrypt to
 */
async function answerInForm(
  result: Introspection,
  caller: Caller,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  if (!asksForJwt(request.headers.accept)) return json(200, result);
  const { introspectionEncryptedResponseAlg: alg, introspectionEncryptedResponseEnc: enc } = caller;
  const protect = await protectForOwner(caller, alg === null ? null : { alg, enc }, {}, context);
  const body = await protect(sign(result, caller, context));
  return { status: 200, headers: { ...noStore, 'content-type': signedType }, body };
}

/** RFC 9701 §4: an API gets a JWT only if it names the type and does not prefer JSON. */
export function asksForJwt(accept: string | undefined): boolean {
  const quality = qualityOf(accept, signedType);
  return namesType(accept, signedType) && quality > 0 && quality >= qualityOf(accept, 'application/json');
}

/**
 * RFC 9701 §5: the token is described in its own claim. Outside of it there is neither `sub` nor `exp`, so the response
 * cannot be mistaken for a token.
 */
function sign(result: Introspection, caller: Caller, { settings, snapshot, now }: Context): string {
  const { usualAlg } = messageRules[snapshot.portal.securityProfile];
  const key = activeKey(snapshot.keys, caller.introspectionSignedResponseAlg ?? usualAlg, now);
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: settings.issuer, aud: audienceOfCaller(caller), iat, token_introspection: result };
  return signJwt(key, 'token-introspection+jwt', claims);
}

/**
 * How much a client prefers a media type, from 0 (not at all) to 1 (RFC 9110 §12.5.1). The most specific matching range
 * decides. Without the header, every type is equally good.
 * @param accept the value of the header
 * @param mediaType in lower case, without parameters
 */
export function qualityOf(accept: string | undefined, mediaType: string): number {
  if (accept === undefined) return 1;
  const [type] = mediaType.split('/');
  const ranges = readRanges(accept);
  return ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0;
}

/** Whether a client names exactly this media type. A range that includes it does not count. */
export function namesType(accept: string | undefined, mediaType: string): boolean {
  return accept !== undefined && readRanges(accept).has(mediaType);
}

function readRanges(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      return [type, readQuality(parameters.find((parameter) => parameter.startsWith('q=')))];
    }),
  );
}

/** A malformed quality counts as 0, because an unclear request must not select a type. */
function readQuality(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  const value = parameter.slice(2);
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}
