import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './hash';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** A sealed value did not open: another key, another row, or changed bytes. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code = 'cannot_open';
}

/** The key that seals what the database holds encrypted, derived from SIGNET_SECRET. */
export function sealingKey(secret: string): Buffer {
  return deriveKey(secret, 'seal');
}

/** The additional data that ties a sealed value to its place, so that no row's value opens in another's. */
export function rowAad(table: string, column: string, rowId: string): string {
  return `${table}:${column}:${rowId}`;
}

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) under a random 96-bit IV.
 * @param key 32 bytes, see sealingKey()
 * @param aad where the value is stored, see rowAad()
 * @returns printable text: `v1.` and the base64url of IV, ciphertext and tag
 */
export function seal(key: Buffer, plaintext: string | Uint8Array, aad: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()]);
  return `${version}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`;
}

/**
 * Opens what seal() made.
 * @throws SealError (code `cannot_open`) when key, place or bytes are not the ones it was sealed with
 */
export function open(key: Buffer, sealed: string, aad: string): Buffer {
  const [prefix, text] = sealed.split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  if (prefix !== version || bytes.length < ivBytes + tagBytes) throw new SealError(`${aad} is not a sealed value`);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new SealError(`${aad} does not open with this secret`, { cause });
  }
}
