import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client';
import type { IdentityProvider } from '#lib/providers/provider';
import { canonicalEmail } from '#lib/vocabulary/email';
import { type ProviderClient, providerClient } from './provider-client';
import { translateError } from './translate-error';
import type { Upstream, UpstreamChecks, UpstreamEnvironment, UpstreamIdentity, UpstreamRequest } from './upstream';
import { UpstreamError } from './upstream-error';
import { checkIdToken, type IdTokenClaims, verifyIdToken } from './upstream-id-token';

/** The differences between a provider and OpenID Connect or RFC 7636. */
type Dialect = {
  /** It supports PKCE and nonces. */
  readonly bindsCodes: boolean;
  /** It accepts the client secret in the form, regardless of its metadata. */
  readonly postsSecret: boolean;
};

/** An OpenID Connect provider: code flow with PKCE, state and nonce (RFC 9700 §2.1.1). */
export const oidcUpstream: Upstream = speaking({ bindsCodes: true, postsSecret: false });

/** The adapter for OpenID Connect providers with a dialect. */
export function speaking(dialect: Dialect): Upstream {
  return {
    authorizationUrl: (...asked) => authorizationUrl(dialect, ...asked),
    identify: (...asked) => identify(dialect, ...asked),
  };
}

async function authorizationUrl(
  dialect: Dialect,
  provider: IdentityProvider,
  request: UpstreamRequest,
  environment: UpstreamEnvironment,
): Promise<URL> {
  const { configuration } = await clientOf(dialect, provider, environment);
  return buildAuthorizationUrl(configuration, {
    scope: provider.scope,
    ...codeParameters(request),
    ...(dialect.bindsCodes ? { ...(await challengeParameters(request)), nonce: request.nonce } : {}),
    ...(request.loginHint === null ? {} : { login_hint: request.loginHint }),
    ...(request.prompt.length === 0 ? {} : { prompt: request.prompt.join(' ') }),
    ...(request.maxAge === null ? {} : { max_age: String(request.maxAge) }),
    ...(request.uiLocales === null ? {} : { ui_locales: request.uiLocales }),
  });
}

/** The parameters of every code flow. */
export function codeParameters({ redirectUri, state }: UpstreamRequest) {
  return { response_type: 'code', redirect_uri: redirectUri, state };
}

/** The parameters of PKCE (RFC 7636 §4.3). */
export async function challengeParameters({ codeVerifier }: UpstreamRequest) {
  return { code_challenge: await calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' };
}

async function identify(
  dialect: Dialect,
  provider: IdentityProvider,
  checks: UpstreamChecks,
  environment: UpstreamEnvironment,
): Promise<UpstreamIdentity> {
  const client = await clientOf(dialect, provider, environment);
  try {
    const tokens = await authorizationCodeGrant(client.configuration, checks.answer, {
      expectedState: checks.state,
      ...(dialect.bindsCodes && { expectedNonce: checks.nonce, pkceCodeVerifier: checks.codeVerifier }),
      idTokenExpected: true,
    });
    const { id_token: idToken = '', access_token: accessToken } = tokens;
    await verifyIdToken(idToken, { metadata: client.metadata, clientId: provider.clientId }, environment);
    const received = { idToken, accessToken, claims: tokens.claims() };
    const claims = checkIdToken(received, provider.clientId, { ...checks, now: environment.now });
    const all = await withUserinfo(provider, client, { claims, accessToken });
    const endpoint = client.metadata.end_session_endpoint;
    return {
      issuer: client.metadata.issuer,
      subject: claims.sub,
      claims: all,
      amr: claims.amr,
      acr: claims.acr,
      authTime: claims.authTime,
      sid: claims.sid,
      signOut: endpoint === undefined ? null : { endpoint, idToken },
    };
  } catch (error) {
    throw translateError(error);
  }
}

/**
 * Requests userinfo only if the ID token lacks a needed claim. The subject must be the same (OpenID Connect Core
 * §5.3.2).
 */
async function withUserinfo(
  { claimMapping }: IdentityProvider,
  { configuration, metadata }: ProviderClient,
  { claims, accessToken }: { claims: IdTokenClaims; accessToken: string },
): Promise<UpstreamIdentity['claims']> {
  const isComplete = [...Object.values(claimMapping), 'preferred_username'].every((name) => name in claims.all);
  if (isComplete || metadata.userinfo_endpoint === undefined) return claims.all;
  const userinfo = await fetchUserInfo(configuration, accessToken, claims.sub);
  return { ...aboutSameEmail(userinfo, claims.all), ...claims.all };
}

/**
 * The claims of UserInfo that may be added to those of the ID token. If both have an email address, and not the same,
 * `email_verified` of UserInfo says nothing about the address of the ID token, which is taken (security #115).
 */
function aboutSameEmail(
  userinfo: UpstreamIdentity['claims'],
  { email }: UpstreamIdentity['claims'],
): UpstreamIdentity['claims'] {
  const haveBoth = email !== undefined && userinfo.email !== undefined;
  if (!haveBoth || canonicalEmail(email) === canonicalEmail(userinfo.email)) return userinfo;
  const { email_verified: _, ...others } = userinfo;
  return others;
}

function clientOf(
  { postsSecret }: Dialect,
  provider: IdentityProvider,
  { policy, now }: UpstreamEnvironment,
): Promise<ProviderClient> {
  const { issuer } = provider;
  if (issuer === null) throw new UpstreamError('misconfigured', 'the provider has no issuer');
  return providerClient({ ...provider, issuer, postsSecret }, policy, now);
}
