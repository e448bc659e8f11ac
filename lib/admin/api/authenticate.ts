import type { HttpRequest } from '#lib/http/types';
import { type LiveToken, readLiveToken } from '#lib/protocol/access-token';
import type { Context } from '#lib/protocol/context';
import { adminScopes, isAdminScope } from '#lib/scopes/admin-scopes';
import { hasBrowserCookie } from '#lib/sessions/browser-cookie';
import { findUserBySub } from '#lib/users/store';
import type { AdminRole } from '#lib/users/user';
import type { Principal } from '../access/principal';
import { weakerRole } from '../access/weaker-role';
import { ApiProblem } from './api-problem';

/** Who asks the API, and by which client. */
export type Caller = { readonly principal: Principal; readonly clientId: string };

const challenge = 'Bearer realm="signet"';
const bearer = /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Whoever the bearer token of a request stands for. The role of a person is read anew, and so is what the client may
 * ask for: what was taken from either counts at once (security #161, #162).
 * @throws ApiProblem `unauthorized`, `invalid_token`, `insufficient_scope`; `ambiguous` with our session cookie beside
 */
export async function authenticate({ headers }: HttpRequest, context: Context): Promise<Caller> {
  const { authorization } = headers;
  if (authorization === undefined) throw refused('unauthorized', 'Send an access token: Authorization: Bearer TOKEN');
  if (hasBrowserCookie(headers.cookie, context.settings)) {
    throw new ApiProblem('ambiguous', 'Send the token without the cookie of a session');
  }
  const value = bearer.exec(authorization)?.[1];
  const token = value === undefined ? null : await readLiveToken(value, context);
  if (token === null) throw refused('invalid_token', 'The token is none of ours, has expired or was revoked');
  return { principal: await findPrincipal(token, context), clientId: token.clientId };
}

async function findPrincipal(token: LiveToken, { db, snapshot }: Context): Promise<Principal> {
  const { clientId, user } = token;
  const allowed = snapshot.clients.get(clientId)?.scope ?? [];
  const scope = token.scope.filter((name) => isAdminScope(name) && allowed.includes(name));
  if (scope.length === 0) throw insufficientScope(adminScopes.read);
  if (!isForUsAlone(token)) {
    throw refused('invalid_token', 'The token is for other APIs too: ask for one with the scopes of this API alone');
  }
  const ceiling = ceilingOf(scope, user !== null);
  const base = { kind: 'token', authTime: null, sid: null } as const;
  if (user === null) return { ...base, sub: null, name: clientId, role: ceiling };
  const found = await findUserBySub(db, user.sub);
  return { ...base, sub: user.sub, name: user.username, role: weakerRole(found?.admin ?? null, ceiling) };
}

/** The most that a token's scope lets somebody do. What a person may do besides is for their role to say. */
function ceilingOf(scope: readonly string[], isPerson: boolean): AdminRole {
  if (scope.includes(adminScopes.own)) return 'owner';
  if (scope.includes(adminScopes.edit)) return isPerson ? 'owner' : 'editor';
  return 'auditor';
}

/** Another API that the token is for could use it here (security #58). */
function isForUsAlone({ claims }: LiveToken): boolean {
  const { aud } = claims;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return audiences.length > 0 && audiences.every((one) => typeof one === 'string' && isAdminScope(one));
}

/** 403 that names what would do (RFC 6750 §3.1). */
export function insufficientScope(scope: string): ApiProblem {
  const headers = { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` };
  return new ApiProblem('insufficient_scope', 'Neither the scope of the token nor the role allows this', [], headers);
}

/** RFC 6750 §3: no error attribute when no token was sent. */
function refused(code: 'unauthorized' | 'invalid_token', message: string): ApiProblem {
  const value = code === 'unauthorized' ? challenge : `${challenge}, error="invalid_token"`;
  return new ApiProblem(code, message, [], { 'www-authenticate': value });
}
