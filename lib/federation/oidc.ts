import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client';
import type { IdentityProvider } from '#lib/providers/provider';
import { canonicalEmail } from '#lib/vocabulary/email';
import { isApple, postedName } from './apple-name';
import { idTokenMember, type ProviderClient, providerClient } from './provider-client';
import type { Upstream, UpstreamChecks, UpstreamEnvironment, UpstreamIdentity, UpstreamRequest } from './upstream';
import { translateError, UpstreamError } from './upstream-error';
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
  const { configure } = await clientOf(dialect, provider, environment);
  return buildAuthorizationUrl(configure(), {
    scope: provider.scope,
    ...codeParameters(request),
    ...(provider.responseMode === 'query' ? {} : { response_mode: provider.responseMode }),
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
  const { metadata, configure } = await clientOf(dialect, provider, environment);
  try {
    const { searchParams: answered } = checks.answer;
    const configuration = configure(checks.answer);
    const tokens = await authorizationCodeGrant(configuration, checks.answer, {
      expectedState: checks.state,
      ...(dialect.bindsCodes && { pkceCodeVerifier: checks.codeVerifier }),
    });
    const { [idTokenMember]: idToken, access_token: accessToken } = tokens;
    if (typeof idToken !== 'string') throw new UpstreamError('response', 'there is no ID token');
    const payload = await verifyIdToken(idToken, { metadata, ...provider }, environment);
    const received = { idToken, accessToken, claims: payload };
    const nonce = dialect.bindsCodes ? checks.nonce : null;
    const claims = checkIdToken(received, provider.clientId, { ...checks, nonce, now: environment.now });
    const all = await withUserinfo(provider, { configuration, metadata }, { claims, accessToken });
    const endpoint = metadata.end_session_endpoint;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: { ...(isApple(provider) && postedName(answered.get('user'))), ...all },
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
  { claimMapping, groupMapping }: IdentityProvider,
  { configuration, metadata }: Pick<ProviderClient, 'metadata'> & { readonly configuration: Configuration },
  { claims, accessToken }: { claims: IdTokenClaims; accessToken: string },
): Promise<UpstreamIdentity['claims']> {
  const needed = [...Object.values(claimMapping), 'preferred_username', ...(groupMapping ? [groupMapping.claim] : [])];
  const isComplete = needed.every((name) => Object.hasOwn(claims.all, name));
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
