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
import { sha256 } from '#lib/crypto/hash';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import type { IdentityProvider } from '#lib/providers/provider';
import { singleton } from '#lib/singleton';
import { guardedFetch } from './guarded-fetch';
import { fetchMetadata, type ProviderMetadata, signatureAlgorithms } from './provider-metadata';
import { translateError } from './translate-error';

/** Metadata is used for this long without asking again, in seconds. */
const freshSeconds = 3600;

/** When asking again fails, the last known metadata stays in use for this long, in seconds. */
const staleSeconds = 86_400;

/** A provider that failed is not asked again within this time, in seconds. */
const coolDownSeconds = 5;

const maximumEntries = 500;

/** A provider as the protocol library knows it. */
export type ProviderClient = { readonly configuration: Configuration; readonly metadata: ProviderMetadata };

type Entry = {
  known: (ProviderClient & { readonly fetchedAt: Date }) | null;
  attemptedAt: Date | null;
  pending: Promise<void> | null;
  problem: unknown;
};

/**
 * The protocol client of an OpenID Connect provider, made when it is first needed. Metadata is asked for when it is not
 * fresh; while the provider cannot be reached, what was known stays good. Another issuer, client id or secret is another
 * client. Requests share one attempt.
 * @throws UpstreamError `unavailable` or `misconfigured`
 */
export async function providerClient(
  provider: IdentityProvider & { readonly issuer: string },
  policy: OutboundPolicy,
  now: Date,
): Promise<ProviderClient> {
  const entry = entryOf(provider);
  if (!isWithin(freshSeconds, entry.known?.fetchedAt, now)) await refresh(entry, provider, policy, now);
  if (entry.known !== null && isWithin(staleSeconds, entry.known.fetchedAt, now)) return entry.known;
  throw translateError(entry.problem);
}

function entryOf({ name, issuer, clientId, clientSecret }: IdentityProvider): Entry {
  const entries = singleton('provider-clients', () => new Map<string, Entry>());
  const key = sha256(JSON.stringify([name, issuer, clientId, clientSecret]));
  const found = entries.get(key);
  if (found !== undefined) return found;
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size >= maximumEntries) entries.delete(oldest);
  const made: Entry = { known: null, attemptedAt: null, pending: null, problem: null };
  entries.set(key, made);
  return made;
}

type OidcProvider = IdentityProvider & { readonly issuer: string };

async function refresh(entry: Entry, provider: OidcProvider, policy: OutboundPolicy, now: Date): Promise<void> {
  if (entry.pending === null) {
    if (isWithin(coolDownSeconds, entry.attemptedAt, now)) return;
    entry.attemptedAt = now;
    entry.pending = load(entry, provider, policy, now).finally(() => {
      entry.pending = null;
    });
  }
  await entry.pending;
}

/** A failure leaves what was known. */
async function load(entry: Entry, provider: OidcProvider, policy: OutboundPolicy, now: Date): Promise<void> {
  try {
    const metadata = await fetchMetadata(provider.issuer, policy);
    entry.known = { configuration: configure(provider, metadata, policy), metadata, fetchedAt: now };
  } catch (error) {
    entry.problem = error;
  }
}

function configure(provider: OidcProvider, metadata: ProviderMetadata, policy: OutboundPolicy): Configuration {
  const server = { ...metadata, id_token_signing_alg_values_supported: [...signatureAlgorithms(metadata)] };
  return makeConfiguration(server, provider, authenticationFor(provider, metadata), policy);
}

/** The way to authenticate that the provider announces; basic when it says nothing (OpenID Connect Discovery §3). */
function authenticationFor({ clientSecret }: IdentityProvider, metadata: ProviderMetadata): ClientAuth {
  if (clientSecret === null) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}

/** A client of the protocol library that goes out through the guarded client. */
export function makeConfiguration(
  server: ServerMetadata,
  { clientId }: Pick<IdentityProvider, 'clientId'>,
  authentication: ClientAuth,
  policy: OutboundPolicy,
): Configuration {
  const configuration = new Configuration(server, clientId, undefined, authentication);
  configuration[customFetch] = guardedFetch(policy);
  // Whether an address may be asked over http the guarded client decides (SIGNET_OUTBOUND_ALLOW).
  allowInsecureRequests(configuration);
  return configuration;
}

function isWithin(seconds: number, time: Date | null | undefined, now: Date): boolean {
  return time !== null && time !== undefined && Math.abs(now.getTime() - time.getTime()) < seconds * 1000;
}
