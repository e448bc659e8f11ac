import type { Client } from '#lib/clients/client';
import type { Parameters } from '#lib/http/form';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { verifyOwnJwt } from '#lib/keys/verify-own-jwt';
import type { Context } from '../context';
import { invalidRequest, invalidScope, OAuthError, unauthorizedClient, unsupportedResponseType } from '../oauth-error';
import { refuseRepeated } from '../read-form';
import { normaliseResponseType, responseTypes } from '../response-types';
import { findAllowedScope, offlineAccess, parseScope } from '../scope';
import { checkChallenge } from './pkce';
import { maximumState, type TrustedRedirect } from './trusted-redirect';

/** What discovery announces as prompt_values_supported; other values are ignored (OpenID Connect Core §3.1.2.1). */
export const promptValues = ['none', 'login', 'consent', 'select_account'] as const;

const displayValues: ReadonlySet<string> = new Set(['page', 'popup', 'touch', 'wap']);

/** Lengths of semantics §2.10, in characters. */
const maximum = { scope: 300, nonce: 300, loginHint: 100, uiLocales: 100, acrValues: 300, idTokenHint: 8192 };

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
  refuseUnsupported(values);
  checkState(values.get('state'));
  const responseType = checkResponseType(client, values.get('response_type'));
  const challenge = checkChallenge(client, values.get('code_challenge'), values.get('code_challenge_method'));
  checkResponseMode(responseType, values.get('response_mode'));
  checkFlow(client, responseType);
  return {
    clientId: client.clientId,
    responseType,
    responseMode: trusted.responseMode,
    redirectUri: trusted.redirectUri,
    scope: checkScope(values.get('scope'), client, context),
    state: trusted.state,
    nonce: limited(values, 'nonce', maximum.nonce),
    ...challenge,
    prompt: checkPrompt(values.get('prompt')),
    maxAge: checkMaxAge(values.get('max_age')),
    loginHint: limited(values, 'login_hint', maximum.loginHint),
    uiLocales: ignoredPast(values.get('ui_locales'), maximum.uiLocales),
    acrValues: limited(values, 'acr_values', maximum.acrValues),
    display: displayValues.has(values.get('display') ?? '') ? (values.get('display') ?? null) : null,
    hintSub: checkHint(values.get('id_token_hint'), client, context),
  };
}

/** OpenID Connect Core §6 and §7.2.1: refused by their codes before anything is fetched or parsed. */
function refuseUnsupported(values: ReadonlyMap<string, string>): void {
  if (values.has('request')) throw new OAuthError('request_not_supported', 'Request objects are not supported');
  if (values.has('request_uri')) throw new OAuthError('request_uri_not_supported', 'request_uri is not supported');
  if (values.has('registration')) throw new OAuthError('registration_not_supported', 'registration is not supported');
}

function checkState(state: string | undefined): void {
  if (state !== undefined && state.length > maximumState) throw invalidRequest('The state is too long');
}

function checkResponseType(client: Client, value: string | undefined): string {
  if (value === undefined) throw invalidRequest('The response_type is missing');
  const responseType = normaliseResponseType(value);
  if (!responseTypes.has(responseType)) throw unsupportedResponseType('The response_type is not supported');
  if (!client.responseTypes.has(responseType)) {
    throw unauthorizedClient('The client may not use this response_type', responseType);
  }
  return responseType;
}

function checkResponseMode(responseType: string, mode: string | undefined): void {
  const legal: readonly string[] = responseTypes.get(responseType)?.modes ?? [];
  if (mode !== undefined && !legal.includes(mode)) throw invalidRequest('The response_mode is not usable here');
}

function checkFlow(client: Client, responseType: string): void {
  const needed = responseTypes.get(responseType)?.grantTypes ?? [];
  if (!needed.every((grant) => client.grantTypes.has(grant))) {
    throw unauthorizedClient('The client may not use this flow');
  }
}

function checkScope(value: string | undefined, client: Client, context: Context): string[] {
  if (value === undefined || value.length > maximum.scope) throw invalidRequest('The scope is missing or too long');
  const scope = parseScope(value);
  for (const name of scope) {
    const known =
      name === offlineAccess ? client.scope.includes(name) : findAllowedScope(context.snapshot, client, name);
    if (!known) throw invalidScope('A scope is unknown or not allowed for this client', name);
  }
  const needsOpenid = scope.some((name) => context.snapshot.scopes.get(name)?.type === 'identity');
  if (needsOpenid && !scope.includes('openid')) throw invalidScope('Identity scopes need the scope openid');
  return scope;
}

function checkPrompt(value: string | undefined): Set<string> {
  const asked = new Set(value?.split(' ').filter(Boolean));
  if (asked.has('none') && asked.size > 1) throw invalidRequest('prompt=none excludes every other value');
  return new Set(promptValues.filter((known) => asked.has(known)));
}

function checkMaxAge(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value)) throw invalidRequest('max_age must be a number of seconds');
  return Number(value);
}

/** OpenID Connect Core §3.1.2.1: one of our ID tokens for this client; it may have expired. */
function checkHint(token: string | undefined, client: Client, context: Context): string | null {
  if (token === undefined) return null;
  const { settings, snapshot, now } = context;
  const payload =
    token.length > maximum.idTokenHint
      ? null
      : verifyOwnJwt(snapshot.keys, token, {
          typ: 'JWT',
          issuer: settings.issuer,
          audience: client.clientId,
          now,
          ignoreExpiry: true,
        });
  if (typeof payload?.sub !== 'string') throw invalidRequest('The id_token_hint is not valid');
  return payload.sub;
}

function limited(values: ReadonlyMap<string, string>, name: string, length: number): string | null {
  const value = values.get(name);
  if (value !== undefined && value.length > length) throw invalidRequest(`The ${name} is too long`);
  return value ?? null;
}

/** No error for locales (OpenID Connect Core §3.1.2.1). */
function ignoredPast(value: string | undefined, length: number): string | null {
  return value === undefined || value.length > length ? null : value;
}
