import { keyPhase } from './key-phase';
import type { KeyRing } from './key-ring';

/** A JWK set (RFC 7517 §5) of public keys. */
export type JsonWebKeySet = { readonly keys: readonly Readonly<Record<string, string>>[] };

const order = { active: 0, announced: 1, retired: 2, expired: 3 } as const;

/**
 * The keys for relying parties to verify our signatures: announced, active and retired keys, public members only, each
 * with kid, use and alg. The active ones come first, for clients that try the keys in order; every node gives the same
 * order.
 */
export function jwks(ring: KeyRing, now: Date): JsonWebKeySet {
  const published = [...ring.values()]
    .map((key) => ({ key, phase: keyPhase(key, now) }))
    .filter(({ phase }) => phase !== 'expired')
    .sort((a, b) => order[a.phase] - order[b.phase] || compare(a.key.alg, b.key.alg) || compare(a.key.kid, b.key.kid));
  return { keys: published.map(({ key }) => key.publicJwk) };
}

/** By code point, the same on every machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
