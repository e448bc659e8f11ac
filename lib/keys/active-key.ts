import type { SigningAlg } from './algorithms';
import { keyPhase } from './key-phase';
import type { KeyRing, SigningKey } from './key-ring';

/**
 * The current signing key of an algorithm: the newest, if there are several active ones because a clock was set back.
 * @throws Error if there is none: the algorithm never got a key
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
