import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { createFetchCache } from '#lib/outbound/fetch-cache';
import type { IdentityProvider } from '#lib/providers/provider';
import { singleton } from '#lib/singleton';
import { guardedFetch } from './guarded-fetch';
import { fetchMetadata, issuersOf, type ProviderMetadata } from './provider-metadata';
import { translateError } from './upstream-error';

/**
 * Metadata is used for an hour without a new request, and for a day if new requests fail. After a failure, the provider
 * is not asked again for five seconds.
 */
const limits = { max: 500, freshSeconds: 3600, staleSeconds: 86_400, coolDownSeconds: 5 } as const;

/** The representation of a provider in the protocol library. */
export type ProviderClient = {
  readonly metadata: ProviderMetadata;
  /** @param answer the answer whose `iss` names one of several issuers; none before there is one */
  readonly configure: (answer?: URL) => Configuration;
};

type OidcProvider = IdentityProvider & {
  readonly issuer: string;
  /** It accepts the secret in the form, regardless of its metadata. */
  readonly postsSecret?: boolean;
};

/**
 * The protocol client of an OpenID Connect provider. Metadata is fetched if it is not fresh; while the provider is
 * unreachable, the last metadata stays valid. Another issuer, client ID or secret needs another client. Concurrent
 * requests share one attempt.
 * @throws UpstreamError `unavailable` or `misconfigured`
 */
export async function providerClient(
  provider: OidcProvider,
  policy: OutboundPolicy,
  now: Date,
): Promise<ProviderClient> {
  const { name, issuer, clientId, clientSecret, allowedTenants, postsSecret = false } = provider;
  const cache = singleton('provider-metadata', () => createFetchCache<ProviderMetadata>(limits));
  const key = JSON.stringify([name, issuer, clientId, clientSecret, allowedTenants]);
  try {
    const metadata = await cache.get(key, () => fetchMetadata(provider, policy), now);
    const authentication = authenticationFor({ ...provider, postsSecret }, metadata, now);
    const configure = (answer?: URL) => {
      // Of several issuers, the one of this answer. The ID token must name one of them as well.
      const named = answer?.searchParams.get('iss') ?? null;
      const { issuer: own } = metadata;
      const issuer = issuersOf(metadata, provider).find((one) => one === named) ?? own;
      return makeConfiguration({ ...metadata, issuer }, provider, authentication, policy);
    };
    return { metadata, configure };
  } catch (error) {
    throw translateError(error);
  }
}

/** A client of the protocol library that uses the guarded client. */
export function makeConfiguration(
  server: ServerMetadata,
  { clientId }: Pick<IdentityProvider, 'clientId'>,
  authentication: ClientAuth,
  policy: OutboundPolicy,
): Configuration {
  const configuration = new Configuration(server, clientId, undefined, authentication);
  configuration[customFetch] = guardedFetch(policy);
  // The guarded client decides which addresses may be requested over http (SIGNET_OUTBOUND_ALLOW).
  allowInsecureRequests(configuration);
  return configuration;
}

/** Apple takes six months. A secret is made for each request, so it needs no longer life than that takes. */
const lifetimeSeconds = 300;

type Credential = Pick<
  IdentityProvider,
  'clientId' | 'clientSecret' | 'teamId' | 'keyId' | 'tokenEndpointAuthMethod'
> & {
  /** It accepts the secret in the form, regardless of its metadata. */
  readonly postsSecret: boolean;
};

/**
 * How we authenticate at a provider: as the setting says, otherwise as its metadata does, otherwise with HTTP Basic
 * (OpenID Connect Discovery §3).
 */
function authenticationFor(credential: Credential, metadata: ProviderMetadata, now: Date): ClientAuth {
  const { clientSecret } = credential;
  if (clientSecret === null) return None();
  const sends = methodOf(credential, metadata) === 'client_secret_basic' ? ClientSecretBasic : ClientSecretPost;
  const { teamId, keyId } = credential;
  if (teamId === null || keyId === null) return sends(clientSecret);
  return async (server, client, body, headers) => {
    const secret = await signSecret({ ...credential, teamId, keyId, privateKey: clientSecret }, metadata, now);
    return sends(secret)(server, client, body, headers);
  };
}

function methodOf({ tokenEndpointAuthMethod: method, postsSecret }: Credential, metadata: ProviderMetadata): string {
  if (method !== null) return method;
  if (postsSecret) return 'client_secret_post';
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** The secret of a client at Apple: a JWT of its team, signed with the team's key, about the client. */
async function signSecret(
  { clientId, teamId, keyId, privateKey }: Record<'clientId' | 'teamId' | 'keyId' | 'privateKey', string>,
  { issuer }: ProviderMetadata,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeSeconds)
    .sign(createPrivateKey(privateKey));
}
