import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { HandleHash } from './random';

/** The stored form of a bearer value: its SHA-256 in base64url. */
export function hashHandle(value: string): HandleHash {
  return sha256(value) as HandleHash;
}

/** The SHA-256 of bytes, or of a text as UTF-8, in base64url. */
export function sha256(value: string | Uint8Array): string {
  return hash('sha256', value, 'base64url');
}

/** Compares two digests of equal length in constant time. */
export function equalDigests(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * A 32-byte key for one purpose, derived from SIGNET_SECRET (HKDF-SHA-256, RFC 5869).
 * @param purpose a fixed word, for example `cookie` or `refresh-successor`
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'signet', purpose, 32));
}
