import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { issueIdToken } from '#lib/tokens/id-token';
import { issuingOf } from '../issuing';
import { type TokenResponse, tokenTypeOf } from './grant-handler';
import type { UserTokens } from './issue-for-user';

/** Adds the ID token when openid was granted, and puts the response together (OpenID Connect Core §3.1.3.3, §12.2). */
export function tokenResponse(
  tokens: UserTokens,
  content: { client: Client; nonce: string | null; stateHash: string | null },
  context: Context,
): TokenResponse {
  const { subject, scope, accessToken, refreshToken, confirmation } = tokens;
  const idToken = scope.includes('openid')
    ? issueIdToken({ ...content, subject, scope, accessToken, code: null, from: 'token_endpoint' }, issuingOf(context))
    : null;
  return {
    ...(idToken === null ? {} : { id_token: idToken }),
    access_token: accessToken,
    token_type: tokenTypeOf(confirmation),
    expires_in: content.client.accessTokenLifetimeSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: scope.join(' '),
  };
}
