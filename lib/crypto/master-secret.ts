import { createHmac } from 'node:crypto';
import { deriveKey, equalDigests } from './hash';

/**
 * SIGNET_SECRET and the list SIGNET_SECRET_PREVIOUS. There is only one such object in a process, because derived keys
 * are cached with it.
 */
export type MasterSecret = {
  /** The secret that seals, signs and derives. */
  readonly current: string;
  /** Secrets that open, verify and derive, but never seal: those from before a rotation, or the one for after it. */
  readonly previous: readonly string[];
};

/** Makes a master secret from its parts. */
export function masterSecret(current: string, ...previous: readonly string[]): MasterSecret {
  return { current, previous };
}

/** A key for one purpose, and the ID of the secret that it is derived from. */
export type PurposeKey = { readonly id: string; readonly key: Buffer };

/** The keys for one purpose, one for every known secret. */
export type PurposeKeys = { readonly current: PurposeKey; readonly all: readonly PurposeKey[] };

const derived = new WeakMap<MasterSecret, Map<string, PurposeKeys>>();

/**
 * Derives the keys for one purpose, once for each secret.
 * @param purpose a fixed word, for example `cookie` or `refresh-successor`
 * @returns the current key, and all keys with the current one first
 */
export function deriveKeys(secret: MasterSecret, purpose: string): PurposeKeys {
  const byPurpose = derived.get(secret) ?? new Map<string, PurposeKeys>();
  derived.set(secret, byPurpose);
  const known = byPurpose.get(purpose);
  if (known !== undefined) return known;
  const [current, ...previous] = [secret.current, ...secret.previous].map((one) => ({
    id: keyId(one),
    key: deriveKey(one, purpose),
  }));
  if (current === undefined) throw new Error('a master secret has a current secret');
  const keys = { current, all: [current, ...previous] };
  byPurpose.set(purpose, keys);
  return keys;
}

/**
 * The ID of a secret, stored with the values that it sealed: 8 hexadecimal digits that reveal nothing about the secret.
 */
export function keyId(secret: string): string {
  return deriveKey(secret, 'key-id').toString('hex', 0, 4);
}

/** The keyed digest of a text (HMAC-SHA-256 under the current secret, base64url, 43 characters). */
export function keyedDigest(secret: MasterSecret, purpose: string, text: string): string {
  return hmac(deriveKeys(secret, purpose).current, text);
}

/** The keyed digests of a text under every known secret, the current one first. */
export function keyedDigests(secret: MasterSecret, purpose: string, text: string): string[] {
  return deriveKeys(secret, purpose).all.map((key) => hmac(key, text));
}

/** Whether keyedDigest() created the digest, under any known secret. */
export function isKeyedDigest(secret: MasterSecret, purpose: string, text: string, digest: string): boolean {
  return deriveKeys(secret, purpose).all.some((key) => equalDigests(hmac(key, text), digest));
}

function hmac({ key }: PurposeKey, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
