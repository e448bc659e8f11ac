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
import { fetchMetadata, type ProviderMetadata, signatureAlgorithms } from './provider-metadata';
import { translateError } from './translate-error';

/**
 * Metadata is used for an hour without a new request, and for a day if new requests fail. After a failure, the provider
 * is not asked again for five seconds.
 */
const limits = { max: 500, freshSeconds: 3600, staleSeconds: 86_400, coolDownSeconds: 5 } as const;

/** The representation of a provider in the protocol library. */
export type ProviderClient = { readonly configuration: Configuration; readonly metadata: ProviderMetadata };

type OidcProvider = IdentityProvider & {
  readonly issuer: string;
  /** It accepts the secret in the form, regardless of its metadata. */
  readonly postsSecret?: boolean;
};

/**
 * The protocol client of an OpenID Connect provider. It is created on first use. Metadata is fetched if it is not
 * fresh; while the provider is unreachable, the last metadata stays valid. Another issuer, client ID or secret needs
 * another client. Concurrent requests share one attempt.
 * @throws UpstreamError `unavailable` or `misconfigured`
 */
export async function providerClient(
  provider: OidcProvider,
  policy: OutboundPolicy,
  now: Date,
): Promise<ProviderClient> {
  const { name, issuer, clientId, clientSecret, postsSecret = false } = provider;
  const cache = singleton('provider-clients', () => createFetchCache<ProviderClient>(limits));
  const load = async () => {
    const metadata = await fetchMetadata(issuer, policy);
    return { configuration: configure(provider, metadata, policy), metadata };
  };
  try {
    return await cache.get(JSON.stringify([name, issuer, clientId, clientSecret, postsSecret]), load, now);
  } catch (error) {
    throw translateError(error);
  }
}

function configure(provider: OidcProvider, metadata: ProviderMetadata, policy: OutboundPolicy): Configuration {
  const server = { ...metadata, id_token_signing_alg_values_supported: [...signatureAlgorithms(metadata)] };
  return makeConfiguration(server, provider, authenticationFor(provider, metadata), policy);
}

/** The authentication method in the provider's metadata, or basic if it names none (OpenID Connect Discovery §3). */
function authenticationFor({ clientSecret, postsSecret }: OidcProvider, metadata: ProviderMetadata): ClientAuth {
  if (clientSecret === null) return None();
  if (postsSecret) return ClientSecretPost(clientSecret);
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
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
