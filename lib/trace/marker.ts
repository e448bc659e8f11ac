import { createHmac } from 'node:crypto';
import { deriveKey } from '#lib/crypto/hash';

/** 72 bits: among the steps of a few traces no two values are likely to meet. */
const markLength = 12;

/**
 * Makes what values are told apart by without knowing them. Keyed, because a code that a person types could be guessed.
 * @param secret SIGNET_SECRET
 */
export function createMarker(secret: string): (value: string) => string {
  const key = deriveKey(secret, 'trace-mark');
  return (value) => createHmac('sha256', key).update(value).digest('base64url').slice(0, markLength);
}
