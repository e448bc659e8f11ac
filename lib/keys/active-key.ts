import type { SigningAlg } from './algorithms';
import { keyPhase } from './key-phase';
import type { KeyRing, SigningKey } from './key-ring';

/**
 * The current signing key of an algorithm: see findSigningKey().
 * @throws Error if there is none, because the algorithm never got a key
 */
export function activeKey(ring: KeyRing, alg: SigningAlg, now: Date): SigningKey {
  const found = findSigningKey(ring, alg, now);
  if (found === null) throw new Error(`no active signing key for ${alg}`);
  return found;
}

/**
 * The key that signs. If a clock was set back, several are active, and the newest one signs. If none has begun, because
 * the clock is behind that which made them, the oldest one signs: the key set has it already.
 */
export function findSigningKey(ring: KeyRing, alg: string, now: Date): SigningKey | null {
  let active: SigningKey | null = null;
  let announced: SigningKey | null = null;
  for (const key of ring.values()) {
    if (key.alg !== alg) continue;
    const phase = keyPhase(key, now);
    if (phase === 'active' && (active === null || isNewer(key, active))) active = key;
    if (phase === 'announced' && (announced === null || isNewer(announced, key))) announced = key;
  }
  return active ?? announced;
}

/** Whether keys sign that have not begun: the clock is behind, or was ahead when they were made. */
export function isClockBehindKeys(ring: KeyRing, now: Date): boolean {
  const phases = [...ring.values()].map((key) => keyPhase(key, now));
  return !phases.includes('active') && phases.includes('announced');
}

function isNewer(key: SigningKey, other: SigningKey): boolean {
  const difference = key.activatesAt.getTime() - other.activatesAt.getTime();
  return difference > 0 || (difference === 0 && key.kid > other.kid);
}
