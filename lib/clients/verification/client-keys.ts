import type { OutboundPolicy } from '#lib/outbound/check-target';
import type { Client } from '../client';
import { createKeySet, type KeySet } from './key-set';
import { remoteKeySet } from './remote-key-set';

/** Kept with the configuration they belong to, so that each key is imported once a revision. */
const registered = new WeakMap<object, KeySet>();

/** The public keys a client registered, with it or at its `jwks_uri` (RFC 7591 §2); none when it registered none. */
export function clientKeys({ jwks, jwksUri }: Client, policy: OutboundPolicy, now: Date): KeySet {
  if (jwksUri !== null) return remoteKeySet(jwksUri, policy, now);
  if (jwks === null) return createKeySet([]);
  const known = registered.get(jwks) ?? createKeySet(jwks.keys);
  registered.set(jwks, known);
  return known;
}
