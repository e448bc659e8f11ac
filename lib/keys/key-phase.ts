import type { SigningKey } from './key-ring';

export type KeyPhase = 'announced' | 'active' | 'retired' | 'expired';

export type KeyDates = Pick<SigningKey, 'activatesAt' | 'retiresAt' | 'expiresAt'>;

/**
 * What a key is for at a time: published but not used yet, signing, only verifying, or nothing any more.
 * Each date belongs to the phase it begins.
 */
export function keyPhase(key: KeyDates, now: Date): KeyPhase {
  if (key.expiresAt !== null && now >= key.expiresAt) return 'expired';
  if (key.retiresAt !== null && now >= key.retiresAt) return 'retired';
  return now < key.activatesAt ? 'announced' : 'active';
}
