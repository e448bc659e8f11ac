import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
} from 'openid-client';
import { z } from 'zod';
import { sendRequest } from '#lib/outbound/send-request';
import type { IdentityProvider } from '#lib/providers/provider';
import { readExactJson } from '#lib/vocabulary/json';
import { boundedText } from '#lib/vocabulary/text';
import { challengeParameters, codeParameters, speaking } from './oidc';
import { makeConfiguration } from './provider-client';
import type { Upstream, UpstreamChecks, UpstreamEnvironment, UpstreamIdentity, UpstreamRequest } from './upstream';
import { translateError, UpstreamError } from './upstream-error';

/** A service with OAuth 2.0 and an address that describes the person, instead of OpenID Connect. */
type Service = {
  /** Part of the key of an identity. It names the service and is never requested. */
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly profile: string;
  readonly authenticate: (secret: string) => ClientAuth;
  /** Asks for a new sign-in, as `prompt=login` does. A service without it cannot be asked. */
  readonly signInAnew?: Readonly<Record<string, string>>;
  /** Reads the profile as claims. Throws for one without a subject. */
  readonly read: (profile: unknown) => Readonly<Record<string, unknown>> & { readonly sub: string };
};

const text = z.string().max(1000).nullish();
const subject = boundedText(40, z.regex(/^\d+$/));

const facebookProfile = z.object({
  id: subject,
  name: text,
  first_name: text,
  last_name: text,
  email: text,
  picture: z.object({ data: z.object({ url: text }) }).nullish(),
});

/** Facebook says nothing about whether an address is verified. */
export const facebook: Service = {
  issuer: 'https://www.facebook.com',
  authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
  token: 'https://graph.facebook.com/v23.0/oauth/access_token',
  profile: 'https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email,picture',
  authenticate: ClientSecretPost,
  signInAnew: { auth_type: 'reauthenticate' },
  read: (profile) => {
    const { id, name, first_name, last_name, email, picture } = facebookProfile.parse(profile);
    return { sub: id, name, given_name: first_name, family_name: last_name, email, picture: picture?.data.url };
  },
};

const xProfile = z.object({
  data: z.object({ id: subject, name: text, username: text, profile_image_url: text, confirmed_email: text }),
});

/** X returns an address only if the person confirmed it there. */
export const x: Service = {
  issuer: 'https://x.com',
  authorization: 'https://x.com/i/oauth2/authorize',
  token: 'https://api.x.com/2/oauth2/token',
  profile: 'https://api.x.com/2/users/me?user.fields=id,name,username,profile_image_url,confirmed_email',
  authenticate: ClientSecretBasic,
  read: (profile) => {
    const { id, name, username, profile_image_url: picture, confirmed_email: email } = xProfile.parse(profile).data;
    return {
      sub: id,
      preferred_username: username,
      name: name ?? username,
      picture,
      ...(email && { email, email_verified: true }),
    };
  },
};

/**
 * The adapter of a service. There is no ID token: PKCE and state bind the code to the browser (RFC 9700 §2.1.1), and the
 * token from the code is used for the profile and nothing else.
 */
export function serviceUpstream(service: Service): Upstream {
  return {
    authorizationUrl: async (provider, request, environment) =>
      authorizationUrl(service, provider, request, environment),
    identify: (provider, checks, environment) => identify(service, provider, checks, environment),
  };
}

async function authorizationUrl(
  service: Service,
  provider: IdentityProvider,
  request: UpstreamRequest,
  { policy }: UpstreamEnvironment,
): Promise<URL> {
  if (request.maxAge !== null) {
    throw new UpstreamError('misconfigured', 'the service does not say when a user signed in');
  }
  return buildAuthorizationUrl(configurationOf(service, provider, policy), {
    scope: provider.scope,
    ...codeParameters(request),
    ...(await challengeParameters(request)),
    ...(request.prompt.includes('login') ? service.signInAnew : {}),
  });
}

async function identify(
  service: Service,
  provider: IdentityProvider,
  checks: UpstreamChecks,
  environment: UpstreamEnvironment,
): Promise<UpstreamIdentity> {
  try {
    const tokens = await authorizationCodeGrant(configurationOf(service, provider, environment.policy), checks.answer, {
      expectedState: checks.state,
      pkceCodeVerifier: checks.codeVerifier,
    });
    const claims = await readProfile(service, tokens.access_token, environment);
    const unknown = { amr: [], acr: null, authTime: null, sid: null, signOut: null };
    return { issuer: service.issuer, subject: claims.sub, claims, ...unknown };
  } catch (error) {
    throw translateError(error);
  }
}

async function readProfile({ profile: url, read }: Service, accessToken: string, { policy }: UpstreamEnvironment) {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const { status, body } = await sendRequest({ method: 'GET', url, headers }, { policy, cause: 'provider' });
  if (status >= 500) throw new UpstreamError('unavailable', `the profile answered ${status}`);
  if (status !== 200) throw new UpstreamError('misconfigured', `the profile answered ${status}`);
  return read(readExactJson(body));
}

function configurationOf(
  { issuer, authorization, token, authenticate }: Service,
  provider: IdentityProvider,
  policy: UpstreamEnvironment['policy'],
): Configuration {
  const server = { issuer, authorization_endpoint: authorization, token_endpoint: token };
  return makeConfiguration(server, provider, authenticate(provider.clientSecret ?? ''), policy);
}

/**
 * LinkedIn. Its ID tokens have no nonce, its token endpoint refuses a code verifier, and it accepts the client secret
 * in the form although its metadata does not say so. Only the state binds a code to the browser (decision 017).
 */
export const linkedInUpstream: Upstream = speaking({ bindsCodes: false, postsSecret: true });

export function isLinkedIn({ issuer }: Pick<IdentityProvider, 'issuer'>): boolean {
  return issuer === 'https://www.linkedin.com/oauth';
}
