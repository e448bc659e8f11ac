import { authorizationCodeGrant, buildAuthorizationUrl, ClientSecretPost, type Configuration } from 'openid-client';
import { z } from 'zod';
import { type OutboundResponse, sendRequest } from '#lib/outbound/send-request';
import type { IdentityProvider } from '#lib/providers/provider';
import { readJson } from '#lib/vocabulary/json';
import { challengeParameters, codeParameters } from './oidc';
import { makeConfiguration } from './provider-client';
import type { Upstream, UpstreamChecks, UpstreamEnvironment, UpstreamIdentity, UpstreamRequest } from './upstream';
import { translateError, UpstreamError } from './upstream-error';

/**
 * GitHub, or a GitHub Enterprise Server at `issuer`: OAuth 2.0 without OpenID Connect. There is no ID token. The API
 * describes the person, given the token from the code. PKCE and state bind the code to the browser, and the token is
 * used for nothing else.
 */
export const githubUpstream: Upstream = { authorizationUrl, identify };

async function authorizationUrl(
  provider: IdentityProvider,
  request: UpstreamRequest,
  { policy }: UpstreamEnvironment,
): Promise<URL> {
  if (request.maxAge !== null) throw new UpstreamError('misconfigured', 'GitHub does not say when a user signed in');
  return buildAuthorizationUrl(configurationOf(provider, policy), {
    scope: provider.scope,
    ...codeParameters(request),
    ...(await challengeParameters(request)),
    ...(request.loginHint === null ? {} : { login: request.loginHint }),
    ...(request.prompt.includes('select_account') ? { prompt: 'select_account' } : {}),
  });
}

async function identify(
  provider: IdentityProvider,
  checks: UpstreamChecks,
  environment: UpstreamEnvironment,
): Promise<UpstreamIdentity> {
  try {
    const tokens = await authorizationCodeGrant(configurationOf(provider, environment.policy), checks.answer, {
      expectedState: checks.state,
      pkceCodeVerifier: checks.codeVerifier,
    });
    const claims = await readProfile(provider, tokens.access_token, environment);
    return {
      issuer: placesOf(provider).issuer,
      subject: claims.sub,
      claims,
      amr: [],
      acr: null,
      authTime: null,
      sid: null,
      signOut: null,
    };
  } catch (error) {
    throw translateError(error);
  }
}

const text = z.string().max(1000).nullish();
const profileSchema = z.object({
  id: z.int().positive(),
  login: z.string().min(1).max(100),
  name: text,
  avatar_url: text,
  html_url: text,
});
const emailsSchema = z.array(z.object({ email: z.string().max(254), primary: z.boolean(), verified: z.boolean() }));

/** The subject is the numeric ID, because a login can be changed and then taken by another person. */
async function readProfile(provider: IdentityProvider, accessToken: string, environment: UpstreamEnvironment) {
  const { api } = placesOf(provider);
  const profile = profileSchema.parse(await ask(`${api}/user`, accessToken, environment));
  const mayAskEmails = /(^| )user(:email)?( |$)/.test(provider.scope);
  const emails = mayAskEmails ? emailsSchema.parse(await ask(`${api}/user/emails`, accessToken, environment)) : [];
  const primary = emails.find((one) => one.primary && one.verified);
  return {
    sub: String(profile.id),
    preferred_username: profile.login,
    name: profile.name ?? profile.login,
    picture: profile.avatar_url,
    profile: profile.html_url,
    ...(primary === undefined ? {} : { email: primary.email, email_verified: true }),
  };
}

async function ask(url: string, accessToken: string, { policy }: UpstreamEnvironment): Promise<unknown> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${accessToken}`,
    'user-agent': 'Signet',
    'x-github-api-version': '2022-11-28',
  };
  const { status, body }: OutboundResponse = await sendRequest(
    { method: 'GET', url, headers },
    { policy, cause: 'provider' },
  );
  if (status >= 500) throw new UpstreamError('unavailable', `the API answered ${status}`);
  if (status !== 200) throw new UpstreamError('misconfigured', `the API answered ${status}`);
  return readJson(body);
}

function configurationOf(provider: IdentityProvider, policy: UpstreamEnvironment['policy']): Configuration {
  const { issuer } = placesOf(provider);
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  };
  return makeConfiguration(server, provider, ClientSecretPost(provider.clientSecret ?? ''), policy);
}

/** github.com, an enterprise with data residency at *.ghe.com, or a self-hosted GitHub Enterprise Server. */
function placesOf({ issuer }: IdentityProvider): { readonly issuer: string; readonly api: string } {
  if (issuer === null) return { issuer: 'https://github.com', api: 'https://api.github.com' };
  const { origin, host } = new URL(issuer);
  return { issuer: origin, api: host.endsWith('.ghe.com') ? `https://api.${host}` : `${origin}/api/v3` };
}
