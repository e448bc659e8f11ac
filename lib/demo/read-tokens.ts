import {
  type Configuration,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { DemoSession } from './demo-sessions';

/** A token response of openid-client, with its helper functions. */
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/**
 * Calls UserInfo and collects the received values.
 * @param before the values of the sign-in, if these tokens come from a refresh
 */
export async function readTokens(
  config: Configuration,
  tokens: Tokens,
  now: Date,
  before: DemoSession | null,
): Promise<DemoSession> {
  const claims = tokens.claims() ?? before?.claims;
  const idToken = tokens.id_token ?? before?.idToken;
  if (claims === undefined || idToken === undefined) throw new Error('the portal sent no ID token');
  const expiresIn = tokens.expiresIn();
  return {
    claims,
    userInfo: await fetchUserInfo(config, tokens.access_token, claims.sub),
    idToken,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
    scope: tokens.scope ?? before?.scope ?? null,
    accessTokenExpiresAt: expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * 1000),
    refreshedAt: before === null ? null : now,
  };
}
