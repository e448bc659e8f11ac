import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { issueIdToken } from '#lib/tokens/id-token';
import { type Protect, protectFor, unprotected } from '../encryption/protect';
import { issuingOf } from '../issuing';
import { type TokenResponse, tokenTypeOf } from './grant-handler';
import type { UserTokens } from './issue-for-user';

/** Builds the response, with an ID token if openid was granted (OpenID Connect Core §3.1.3.3, §12.2). */
export async function tokenResponse(
  tokens: UserTokens,
  content: { client: Client; nonce: string | null; stateHash: string | null; protect: Protect },
  context: Context,
): Promise<TokenResponse> {
  const { subject, scope, accessToken, refreshToken, confirmation } = tokens;
  const idToken = scope.includes('openid')
    ? issueIdToken({ ...content, subject, scope, accessToken, code: null, from: 'token_endpoint' }, issuingOf(context))
    : null;
  return {
    ...(idToken === null ? {} : { id_token: await content.protect(idToken) }),
    access_token: accessToken,
    token_type: tokenTypeOf(confirmation),
    expires_in: content.client.accessTokenLifetimeSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: scope.join(' '),
  };
}

/**
 * How the ID token of a grant will be protected. Call it before the redeemed value is used up.
 * @throws temporarily_unavailable if the client has no key to encrypt to
 */
export function protectIdToken(client: Client, scope: readonly string[], context: Context): Promise<Protect> {
  return scope.includes('openid') ? protectFor(client, 'id_token', context) : unprotected;
}
