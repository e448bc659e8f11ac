import { keyPhase } from '#lib/keys/key-phase';
import type { DecryptionRing, KeyRing, ProviderKey } from '#lib/keys/key-ring';
import { publicDocument } from './public-document';

/** The JWK set (RFC 7517 §5). It contains announced keys before their first use, so a cached copy never lacks a key. */
export const jwksDocument = publicDocument('jwks', ({ snapshot, now }) =>
  jwks(snapshot.keys, now, snapshot.decryptionKeys),
);

/** A JWK set (RFC 7517 §5) of public keys. */
type JsonWebKeySet = { readonly keys: readonly Readonly<Record<string, string>>[] };

const order = { active: 0, announced: 1, retired: 2, expired: 3 } as const;

/**
 * The keys for relying parties, each with only its public members and kid, use and alg. First the announced, active and
 * retired keys that verify our signatures, then the announced and active keys for encryption to us. Active ones come
 * first, for clients that try the keys in order. Every node returns the same order.
 */
export function jwks(ring: KeyRing, now: Date, decryptionKeys: DecryptionRing = new Map()): JsonWebKeySet {
  const signing = inOrder([...ring.values()], now);
  // A retired key still decrypts, but must not be used for new encryption.
  const current = [...decryptionKeys.values()].filter((key) => keyPhase(key, now) !== 'retired');
  return { keys: [...signing, ...inOrder(current, now)].map(({ publicJwk }) => publicJwk) };
}

function inOrder(keys: readonly ProviderKey[], now: Date): readonly ProviderKey[] {
  return keys
    .map((key) => ({ key, phase: keyPhase(key, now) }))
    .filter(({ phase }) => phase !== 'expired')
    .sort((a, b) => order[a.phase] - order[b.phase] || compare(a.key.alg, b.key.alg) || compare(a.key.kid, b.key.kid))
    .map(({ key }) => key);
}

/** By code point, which is the same on every machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
