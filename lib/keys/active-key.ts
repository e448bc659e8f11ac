import type { SigningAlg } from './algorithms';
import { keyPhase } from './key-phase';
import type { KeyRing, SigningKey } from './key-ring';

/**
 * The current signing key of an algorithm. If a clock was set back, several are active, and the newest one is used.
 * @throws Error if there is none, because the algorithm never got a key
 */
export function activeKey(ring: KeyRing, alg: SigningAlg, now: Date): SigningKey {
  let found: SigningKey | null = null;
  for (const key of ring.values()) {
    if (key.alg !== alg || keyPhase(key, now) !== 'active') continue;
    if (found === null || isNewer(key, found)) found = key;
  }
  if (found === null) throw new Error(`no active signing key for ${alg}`);
  return found;
}

function isNewer(key: SigningKey, other: SigningKey): boolean {
  const difference = key.activatesAt.getTime() - other.activatesAt.getTime();
  return difference > 0 || (difference === 0 && key.kid > other.kid);
}
