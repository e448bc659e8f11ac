import type { Context } from '#lib/context';
import type { HttpRequest } from '#lib/http/types';
import { type LiveToken, readLiveToken } from '#lib/protocol/access-token';
import { tokenChallenge } from '#lib/protocol/dpop/challenge';
import { checkPossession, type PresentedToken } from '#lib/protocol/dpop/check-possession';
import { isOAuthError } from '#lib/protocol/oauth-error';
import { adminScopes, isAdminScope } from '#lib/scopes/admin-scopes';
import { hasBrowserCookie } from '#lib/sessions/browser-cookie';
import type { Authentication } from '#lib/tokens/grant';
import { findGrantProof } from '#lib/tokens/grant-store';
import { roleInForce, rolePower } from '#lib/users/role-in-force';
import type { AdminRole } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { acrOfLevel, levelOfAcr } from '#lib/vocabulary/acr-levels';
import type { Principal } from '../access/principal';
import { ApiProblem } from './api-problem';

/** The caller of the API, and its client. */
export type Caller = { readonly principal: Principal; readonly clientId: string };

const presented = /^(bearer|dpop) +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Finds the caller of a request by its access token, and checks the proof of possession of a bound token. The role of a
 * person and the scopes of the client are read for each request, so a lost right counts immediately (security #161,
 * #162).
 * @throws ApiProblem `unauthorized`, `invalid_token`, `insufficient_scope`; `ambiguous` if our session cookie is sent
 * too
 */
export async function authenticate(request: HttpRequest, context: Context): Promise<Caller> {
  const { headers } = request;
  const { authorization } = headers;
  if (authorization === undefined) {
    throw refused('unauthorized', 'Send an access token in the header Authorization: Bearer TOKEN', context);
  }
  if (hasBrowserCookie(headers.cookie, context.settings)) {
    throw new ApiProblem('ambiguous', 'Send the token without a session cookie');
  }
  const [, scheme = '', value = ''] = presented.exec(authorization) ?? [];
  const token = value === '' ? null : await readLiveToken(value, context);
  if (token === null) {
    throw refused('invalid_token', 'The token is unknown, expired or revoked', context);
  }
  await prove(token, { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', value }, request, context);
  return { principal: await findPrincipal(token, context), clientId: token.clientId };
}

/** RFC 9449 §7.1. The challenge has the code of the protocol, and the detail has its words. */
async function prove(
  token: LiveToken,
  presented: PresentedToken,
  request: HttpRequest,
  context: Context,
): Promise<void> {
  try {
    await checkPossession(token, presented, request, context);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    const parameters = { error: error.code, error_description: error.description };
    const headers = { 'www-authenticate': tokenChallenge(parameters, context) };
    throw new ApiProblem('invalid_token', error.description, [], headers);
  }
}

async function findPrincipal(token: LiveToken, context: Context): Promise<Principal> {
  const { db, snapshot } = context;
  const { clientId, user } = token;
  const allowed = snapshot.clients.get(clientId)?.scope ?? [];
  const scope = token.scope.filter((name) => isAdminScope(name) && allowed.includes(name));
  if (scope.length === 0) throw insufficientScope(adminScopes.read, context);
  if (!isForUsAlone(token)) {
    const message = 'The token is also for other APIs. Request one with scopes of this API only';
    throw refused('invalid_token', message, context);
  }
  const ceiling = ceilingOf(scope, user !== null);
  const base = { kind: 'token', sid: null } as const;
  if (user === null) return { ...base, sub: null, name: clientId, role: ceiling };
  if (snapshot.portal.adminSecondFactor === 'required') checkLevel(await findGrantProof(db, user.grant.id), context);
  const found = await findUserBySub(db, user.sub);
  return { ...base, sub: user.sub, name: user.username, role: weakerRole(found && roleInForce(found), ceiling) };
}

/** The strongest role that the scope of a token allows. The role of a person limits it further. */
function ceilingOf(scope: readonly string[], isPerson: boolean): AdminRole {
  if (scope.includes(adminScopes.own)) return 'owner';
  if (scope.includes(adminScopes.edit)) return isPerson ? 'owner' : 'editor';
  return 'auditor';
}

/** Another API in the audience could use the token here (security #58). */
function isForUsAlone({ claims }: LiveToken): boolean {
  const { aud } = claims;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return audiences.length > 0 && audiences.every((one) => typeof one === 'string' && isAdminScope(one));
}

/** A 403 response that names a sufficient scope (RFC 6750 §3.1), under both schemes (RFC 9449 §7.1). */
export function insufficientScope(scope: string, context: Context): ApiProblem {
  const headers = { 'www-authenticate': tokenChallenge({ error: 'insufficient_scope', scope }, context) };
  return new ApiProblem(
    'insufficient_scope',
    'The scope of the token, or the role of its user, does not allow this',
    [],
    headers,
  );
}

/**
 * `admin_second_factor: required` requires level 2 for the person's sign-in (RFC 9470 §3). An alias may have been the
 * name of a lower level at that time. Every sign-in of level 2 or more has `mfa`.
 */
function checkLevel(proof: Pick<Authentication, 'acr' | 'amr'> | null, context: Context): void {
  const { portal } = context.snapshot;
  const level = proof === null || proof.acr === null ? null : levelOfAcr(proof.acr, portal.acrAliases);
  if (level !== null && level >= 2 && proof?.amr.includes('mfa')) return;
  const code = 'insufficient_user_authentication';
  const value = tokenChallenge({ error: code, acr_values: acrOfLevel[2] }, context);
  const message = 'The user must sign in with a second factor to get this token';
  throw new ApiProblem(code, message, [], { 'www-authenticate': value });
}

/** RFC 6750 §3: no error attribute when no token was sent. */
function refused(code: 'unauthorized' | 'invalid_token', message: string, context: Context): ApiProblem {
  const value = tokenChallenge(code === 'invalid_token' ? { error: code } : {}, context);
  return new ApiProblem(code, message, [], { 'www-authenticate': value });
}

/** The weaker of two roles. Null, which is no role, is the weakest. */
export function weakerRole(one: AdminRole | null, other: AdminRole | null): AdminRole | null {
  if (one === null || other === null) return null;
  return rolePower[one] < rolePower[other] ? one : other;
}
