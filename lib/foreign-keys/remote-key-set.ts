import type { JWTVerifyGetKey } from 'jose';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { createFetchCache } from '#lib/outbound/fetch-cache';
import { sendRequest } from '#lib/outbound/send-request';
import { singleton } from '#lib/singleton';
import { type KeySet, parseKeySet } from './key-set';

/**
 * Keys are used for ten minutes without fetching them again, so a removed key stays valid for as long. If they cannot
 * be fetched, they are used for a day. An address is not requested again within 30 seconds, for any key and after any
 * failure.
 */
const limits = { max: 1000, freshSeconds: 600, staleSeconds: 86_400, coolDownSeconds: 30 } as const;

/** Whose keys they are. Those of clients, which may register themselves, take no room from those of providers. */
type Owner = 'keys' | 'provider';

const cache = (owner: Owner) => singleton(`key-sets-of-${owner}`, () => createFetchCache<KeySet>(limits));

/**
 * The keys that a client or a provider publishes at its `jwks_uri`. They are fetched if they are not fresh, and once more for a key
 * that is not among them, because the client may have rotated its keys (OpenID Connect Core §10.1.1).
 * @throws (when used) if no usable keys could be fetched
 */
export function remoteKeySet(uri: string, owner: Owner, policy: OutboundPolicy, now: Date): JWTVerifyGetKey {
  const load = () => fetchKeys(uri, owner, policy);
  return async (header, token) => {
    const known = await cache(owner).get(uri, load, now).catch(refuse);
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!hasCode(error, 'ERR_JWKS_NO_MATCHING_KEY')) throw error;
    }
    const renewed = await cache(owner).renew(uri, load, now).catch(refuse);
    return renewed.find(header, token);
  };
}

/**
 * Verifies with the published keys of a provider, and once more with those that are published now if the signature does not fit: a
 * provider may replace a key and keep its `kid`. A new attempt is made as rarely as for an unknown key.
 * @throws what `verify` throws, or an error whose cause says why the keys could not be fetched
 */
export async function verifyByRemoteKeys<Verified>(
  uri: string,
  verify: (keys: JWTVerifyGetKey) => Promise<Verified>,
  policy: OutboundPolicy,
  now: Date,
): Promise<Verified> {
  try {
    return await verify(remoteKeySet(uri, 'provider', policy, now));
  } catch (error) {
    if (!hasCode(error, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED')) throw error;
  }
  await cache('provider')
    .renew(uri, () => fetchKeys(uri, 'provider', policy), now)
    .catch(refuse);
  return verify(remoteKeySet(uri, 'provider', policy, now));
}

/**
 * The keys with which verifyByRemoteKeys() verified just now.
 * @throws an error whose cause says why the keys could not be fetched
 */
export async function listProviderKeys(uri: string, policy: OutboundPolicy, now: Date): Promise<KeySet['keys']> {
  const known = await cache('provider')
    .get(uri, () => fetchKeys(uri, 'provider', policy), now)
    .catch(refuse);
  return known.keys;
}

/**
 * One of the keys at a client's `jwks_uri`, through the same cache.
 * @returns null if none is picked, even after fetching them again
 * @throws if no usable keys could be fetched
 */
export async function findRemoteKey<Key>(
  uri: string,
  pick: (keys: KeySet['keys']) => Key | null,
  policy: OutboundPolicy,
  now: Date,
): Promise<Key | null> {
  const load = () => fetchKeys(uri, 'keys', policy);
  const known = await cache('keys').get(uri, load, now).catch(refuse);
  const found = pick(known.keys);
  if (found !== null) return found;
  const renewed = await cache('keys').renew(uri, load, now).catch(refuse);
  return pick(renewed.keys);
}

async function fetchKeys(uri: string, cause: Owner, policy: OutboundPolicy): Promise<KeySet> {
  const headers = { accept: 'application/jwk-set+json, application/json' };
  const { status, body } = await sendRequest({ method: 'GET', url: uri, headers }, { policy, cause });
  if (status !== 200) throw new Error(`the server answered with status ${status}`);
  return parseKeySet(body);
}

function refuse(cause: unknown): never {
  throw new Error('the keys of jwks_uri could not be fetched', { cause });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
