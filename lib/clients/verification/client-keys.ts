import type { OutboundPolicy } from '#lib/outbound/check-target';
import type { Client } from '../client';
import { createKeySet, type KeySet } from './key-set';
import { remoteKeySet } from './remote-key-set';

/** Cached with their configuration, so each key is imported once for each revision. */
const registered = new WeakMap<object, KeySet>();

/**
 * The registered public keys of a client, in its metadata or at its `jwks_uri` (RFC 7591 §2); none if it registered
 * none.
 */
export function clientKeys({ jwks, jwksUri }: Client, policy: OutboundPolicy, now: Date): KeySet {
  if (jwksUri !== null) return remoteKeySet(jwksUri, policy, now);
  if (jwks === null) return createKeySet([]);
  const known = registered.get(jwks) ?? createKeySet(jwks.keys);
  registered.set(jwks, known);
  return known;
}
