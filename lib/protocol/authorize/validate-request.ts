import type { Client } from '#lib/clients/client';
import { isLegacyResponseType } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { checkDpopJkt } from '../dpop/check-dpop-jkt';
import { invalidRequest, invalidScope, refusal, unauthorizedClient, unsupportedResponseType } from '../oauth-error';
import { maximumNonce, readHint } from '../parameters';
import { policyOf } from '../policy-of';
import { refuseRepeated } from '../read-form';
import { applicableAcrValues, requestTenant } from '../request-tenant';
import { canSignUp } from '../required-sign-in';
import { aimToken, readTarget } from '../resource';
import { checkMode } from '../response-modes/choose-mode';
import { getResponseType, normalizeResponseType, type ResponseType, responseTypes } from '../response-types';
import { offlineAccess, parseScope, writableScope } from '../scope';
import { noClaimsParameter, readClaimsParameter } from './claims-parameter';
import { checkChallenge, noChallenge } from './pkce';
import { readScope } from './read-scope';
import { maximumState, type TrustedRedirect } from './trusted-redirect';

/** The values that are always supported. Other values are ignored (OpenID Connect Core §3.1.2.1). */
const promptValues = ['none', 'login', 'consent', 'select_account'] as const;

/** The prompt_values_supported in discovery. `create` is included only if people may create an account. */
export function supportedPromptValues(canCreate: boolean): readonly string[] {
  return canCreate ? [...promptValues, 'create'] : promptValues;
}

const displayValues: ReadonlySet<string> = new Set(['page', 'popup', 'touch', 'wap']);

/**
 * Validates the rest of an authorization request, in the order of semantics §1.2 (rows 4 and 10 to 30).
 * @throws OAuthError that goes to the trusted redirect
 */
export function validateRequest(
  parameters: Parameters,
  trusted: TrustedRedirect,
  context: Context,
): AuthorizationRequest {
  const { values } = parameters;
  const { client } = trusted;
  refuseRepeated(parameters);
  // OpenID Connect Core §7.2.1.
  if (values.has('registration')) throw refusal('registration_not_supported', 'registration_parameter');
  const state = values.get('state') ?? '';
  if (state.length > maximumState) throw invalidRequest('parameter_too_long', { name: 'state' });
  const responseType = checkResponseType(client, values.get('response_type'), context.snapshot);
  const type = getResponseType(responseType);
  const [codeChallenge, method] = [values.get('code_challenge'), values.get('code_challenge_method')];
  const challenge = type.returns.code ? checkChallenge(client, codeChallenge, method) : noChallenge;
  checkMode(client, type, values.get('response_mode'));
  checkFlow(client, responseType);
  const dpopJkt = checkDpopJkt(values.get('dpop_jkt'), { client, type });
  const named = values.get('claims');
  const claims = named === undefined ? noClaimsParameter : readClaimsParameter(named, client, context.snapshot);
  const resources = parameters.lists.get('resource') ?? [];
  const given = values.get('scope');
  const wanted = given === undefined ? null : parseScope(given, () => writableScope(context.snapshot, client));
  // Whatever the other scopes are (row 19).
  if (wanted !== null) checkOpenid(type, wanted);
  const scope = readScope(wanted, resources, client, context.snapshot);
  checkScopeKinds(type, scope, context.snapshot);
  // OpenID Connect Core §11: without a code there is no refresh token.
  const asked = type.returns.code ? scope : scope.filter((name) => name !== offlineAccess);
  const target = readTarget(asked, resources, client, context.snapshot);
  if (type.returns.token) aimToken(target, [], client, context.snapshot);
  const [maxAge, hint] = [values.get('max_age'), values.get('id_token_hint')];
  return {
    clientId: client.clientId,
    responseType,
    responseMode: trusted.responseMode,
    redirectUri: trusted.redirectUri,
    ...target,
    state: trusted.state,
    nonce: checkNonce(values, type),
    ...challenge,
    dpopJkt,
    prompt: values.has('prompt') ? checkPrompt(values, client, context) : new Set(),
    maxAge: maxAge === undefined ? null : readMaxAge(maxAge),
    loginHint: readHint(values, 'login_hint'),
    uiLocales: readHint(values, 'ui_locales'),
    acrValues: applicableAcrValues({ client, acrValues: readHint(values, 'acr_values') }, context.snapshot),
    display: displayValues.has(values.get('display') ?? '') ? (values.get('display') ?? null) : null,
    hintSub: hint === undefined ? claims.sub : checkHint(hint, claims.sub, client, context),
    claims: claims.requested,
  };
}

/** @throws invalid_request without a type; unsupported_response_type for one that nobody may use */
export function checkResponseType(client: Client, value: string | undefined, { portal }: Snapshot): string {
  if (value === undefined) throw invalidRequest('response_type_missing');
  const responseType = normalizeResponseType(value);
  if (!responseTypes.has(responseType)) {
    throw unsupportedResponseType('response_type_unknown', { received: value, registered: [...client.responseTypes] });
  }
  if (portal.legacyFlows === 'off' && isLegacyResponseType(responseType)) {
    throw unsupportedResponseType('legacy_response_type_off', { received: responseType });
  }
  return responseType;
}

/**
 * Semantics §1.2 row 16.
 * @throws unauthorized_client if the client may not use the response type, or lacks a grant of it
 */
export function checkFlow(client: Client, responseType: string): void {
  if (!client.responseTypes.has(responseType)) {
    const facts = { received: responseType, registered: [...client.responseTypes] };
    throw unauthorizedClient('response_type_not_allowed', facts);
  }
  if (!getResponseType(responseType).grantTypes.every((grant) => client.grantTypes.has(grant))) {
    throw unauthorizedClient('flow_not_allowed', { registered: [...client.grantTypes] });
  }
}

/** OpenID Connect Core §3.2.2.1: an ID token that comes through the browser must have a nonce. */
function checkNonce(values: ReadonlyMap<string, string>, { returns }: ResponseType): string | null {
  const nonce = values.get('nonce') ?? null;
  if (nonce !== null && nonce.length > maximumNonce) throw invalidRequest('parameter_too_long', { name: 'nonce' });
  if (nonce === null && returns.idToken) throw invalidRequest('nonce_missing');
  return nonce;
}

/**
 * Semantics §1.2 rows 19, 22 and 23.
 * @throws invalid_request or invalid_scope
 */
export function checkScopeKinds(
  type: ResponseType,
  scope: readonly string[],
  { scopes }: Pick<Snapshot, 'scopes'>,
): void {
  checkOpenid(type, scope);
  const { scopeRule: rule } = type;
  const types = new Set(scope.map((name) => scopes.get(name)?.type));
  const [openid, identity, resource] = [scope.includes('openid'), types.has('identity'), types.has('resource')];
  if (rule === 'resource_only' && (identity || !resource)) throw invalidScope('resource_scopes_only');
  if (rule === 'identity_only' && resource) throw invalidScope('identity_scopes_only');
  if (identity && !openid) throw invalidScope('identity_without_openid');
}

function checkOpenid({ scopeRule: rule }: ResponseType, scope: readonly string[]): void {
  const isNeeded = rule === 'openid' || rule === 'identity_only';
  if (isNeeded && !scope.includes('openid')) throw invalidRequest('openid_missing');
}

function checkPrompt(values: ReadonlyMap<string, string>, client: Client, context: Context): Set<string> {
  const asked = new Set(values.get('prompt')?.split(' ').filter(Boolean));
  if (asked.size === 0) return asked;
  const received = [...asked].join(' ');
  if (asked.has('none') && asked.size > 1) throw invalidRequest('prompt_none_with_others', { received });
  const tenant = requestTenant({ client, acrValues: values.get('acr_values') ?? null }, context.snapshot);
  const canCreate = canSignUp({
    rules: client,
    tenant,
    policy: policyOf({ tenant, isOwnTenant: client.tenant !== null }, context),
  });
  // Initiating User Registration via OpenID Connect §4.1, semantics §1.2 row 25.
  if (canCreate && asked.has('create') && asked.size > 1)
    throw invalidRequest('prompt_create_with_others', { received });
  return new Set(supportedPromptValues(canCreate).filter((known) => asked.has(known)));
}

function readMaxAge(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw invalidRequest('max_age_malformed', { received: value });
  return Number(value);
}

/**
 * The only person who may get an answer. The hint is one of our ID tokens for this client. It may have expired, and its
 * key too (OpenID Connect Core §3.1.2.1). A hint and a requested `sub` both exclude every other person, so together they
 * must name the same one (§3.1.2.2).
 */
function checkHint(token: string, requested: string | null, client: Client, context: Context): string {
  const { settings, snapshot, now } = context;
  const { issuer } = settings;
  const expected = { kind: 'id_token', issuer, audience: client.clientId, now, ignoreExpiry: true } as const;
  const payload = verifyOwnJwt(snapshot.hintKeys, token, expected);
  if (typeof payload?.sub !== 'string') throw invalidRequest('id_token_hint_invalid');
  if (requested !== null && payload.sub !== requested) throw invalidRequest('subjects_differ');
  return payload.sub;
}
