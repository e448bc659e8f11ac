import type { JWTVerifyGetKey } from 'jose';
import type { OutboundPolicy } from '#lib/outbound/check-target';
import { createKeySet, type KeySet } from './key-set';
import { findRemoteKey, remoteKeySet } from './remote-key-set';

/** An owner of public keys, which are in its metadata or at an address (RFC 7591 §2). With neither, it has no keys. */
export type KeyOwner = {
  readonly jwks: { readonly keys: readonly unknown[] } | null;
  readonly jwksUri: string | null;
};

/** The registered public keys of a client or an API, for verifying a signature. */
export function registeredKeys({ jwks, jwksUri }: KeyOwner, policy: OutboundPolicy, now: Date): JWTVerifyGetKey {
  return jwksUri === null ? ownKeys(jwks).find : remoteKeySet(jwksUri, 'keys', policy, now);
}

/**
 * One of the registered public keys. Published keys are fetched again if none of them is picked.
 * @returns null if none is picked
 * @throws if no usable keys could be fetched
 */
export async function findRegisteredKey<Key>(
  { jwks, jwksUri }: KeyOwner,
  pick: (keys: KeySet['keys']) => Key | null,
  policy: OutboundPolicy,
  now: Date,
): Promise<Key | null> {
  return jwksUri === null ? pick(ownKeys(jwks).keys) : findRemoteKey(jwksUri, pick, policy, now);
}

/** Cached with their configuration, so each key is imported once for each revision. */
const known = new WeakMap<object, KeySet>();

function ownKeys(jwks: KeyOwner['jwks']): KeySet {
  if (jwks === null) return createKeySet([]);
  const keys = known.get(jwks) ?? createKeySet(jwks.keys);
  known.set(jwks, keys);
  return keys;
}
