import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { createFetchCache } from '#lib/outbound/fetch-cache';
import { sendRequest } from '#lib/outbound/send-request';
import type { IdentityProvider } from '#lib/providers/provider';
import { singleton } from '#lib/singleton';
import { isJsonObject, readExactJson } from '#lib/vocabulary/json';
import { fetchMetadata, issuersOf, type ProviderMetadata } from './provider-metadata';
import { translateError, UpstreamError } from './upstream-error';

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

/** Where the library leaves the ID token for us: it knows one issuer for each client, and we verify the token anyway. */
export const idTokenMember = 'unverified_id_token';

/** Statuses whose response has no body (Fetch §2.2.3). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

const json = /^application\/(\S+\+)?json\s*(;|$)/i;

/**
 * The fetch function for the protocol library. Every request goes through the guarded client (security #123 to #125). A
 * response with 5xx counts as unavailable, regardless of its content.
 */
function guardedFetch(policy: OutboundPolicy): CustomFetch {
  return async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body;
    if (text !== undefined && text !== null && typeof text !== 'string') throw new Error('a body is form text');
    const request = { url, headers, method: method === 'POST' ? 'POST' : 'GET' } as const;
    const answer = await sendRequest(text ? { ...request, body: text } : request, { policy, cause: 'provider' });
    if (answer.status >= 500) throw new UpstreamError('unavailable', `the provider answered ${answer.status}`);
    const contentType = answer.headers['content-type'];
    const isJson = typeof contentType === 'string' && json.test(contentType);
    const read = isJson ? prepareJson(answer.body, request.method) : answer.body;
    return new Response(withoutBody.has(answer.status) ? null : read, {
      status: answer.status,
      headers: typeof contentType === 'string' ? { 'content-type': contentType } : {},
    });
  };
}

/** The members of a token response that we use (RFC 6749 §5.1, §5.2). The name of the last one is ours. */
const used = {
  access_token: 'access_token',
  token_type: 'token_type',
  error: 'error',
  id_token: idTokenMember,
} as const;

/**
 * Checks the limits here, because the library parses the text again without any. It is also stricter than we need: of a
 * token response it gets what we use, and a provider may send a `scope` that is a list or an `expires_in` that is null.
 */
function prepareJson(body: string, method: 'GET' | 'POST'): string {
  try {
    const value = readExactJson(body);
    if (method === 'GET' || !isJsonObject(value)) return JSON.stringify(value);
    const members = Object.entries(used).flatMap(([theirs, ours]) =>
      typeof value[theirs] === 'string' ? [[ours, value[theirs]]] : [],
    );
    return JSON.stringify(Object.fromEntries(members));
  } catch (cause) {
    throw new UpstreamError('response', 'the response of the provider is not valid JSON', { cause });
  }
}
