import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { claimsOfScopes, parseClaims, pickClaims, scopesOfType } from '#lib/tokens/claims';
import { readRequestedClaims } from '#lib/vocabulary/requested-claims';
import { readLiveToken } from './access-token';
import { readBearerToken } from './bearer-token';
import type { Context } from './context';
import { type Explained, explainRefusal } from './explain-refusal';
import { insufficientScope, invalidToken, isOAuthError, type OAuthError } from './oauth-error';

/** The UserInfo endpoint (OpenID Connect Core §5.3), GET and POST. */
export async function handleUserinfo(request: HttpRequest, context: Context): Promise<HttpResponse> {
  try {
    const token = readBearerToken(request);
    if (token === null) return challenge(401, null);
    return json(200, await userinfo(token, context));
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return challenge(statusOf(error), explainRefusal(error, error.facts.clientId ?? null, context));
  }
}

async function userinfo(value: string, context: Context) {
  const token = await readLiveToken(value, context);
  if (token === null) throw invalidToken('token_invalid');
  const { user, scope } = token;
  if (user === null || !scope.includes('openid')) {
    throw insufficientScope('openid_of_person_needed', { clientId: token.clientId });
  }
  const claims = parseClaims(user.claims);
  const scopes = scopesOfType(context.snapshot.scopes, scope, 'identity');
  const { userinfo: requested } = readRequestedClaims(user.requestedClaims);
  return { ...claimsOfScopes(claims, scopes), ...pickClaims(claims, requested), sub: user.sub };
}

function statusOf(error: OAuthError): number {
  if (error.code === 'invalid_request') return 400;
  return error.code === 'insufficient_scope' ? 403 : 401;
}

/** RFC 6750 §3: no error attribute when no token was sent. */
function challenge(status: number, error: Pick<Explained, 'code' | 'description'> | null): HttpResponse {
  const attributes = error === null ? '' : `, error="${error.code}", error_description="${error.description}"`;
  const scope = error?.code === 'insufficient_scope' ? ', scope="openid"' : '';
  const value = `Bearer realm="signet"${attributes}${scope}`;
  return { status, headers: { ...noStore, 'www-authenticate': value }, body: '' };
}
