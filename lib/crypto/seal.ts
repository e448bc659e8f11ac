import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys, type MasterSecret, type PurposeKeys } from './master-secret';

const version = 'v2';
const ivBytes = 12;
const tagBytes = 16;

/** A sealed value could not be opened, because the key, the row or the bytes differ. */
class SealError extends Error {
  override readonly name = 'SealError';
  readonly code = 'cannot_open';
}

export function isSealError(error: unknown): error is SealError {
  return error instanceof Error && 'code' in error && error.code === 'cannot_open';
}

/** The columns with sealed values, by table. `signet secret rotate` goes through all of them. */
export type SealedColumns = {
  readonly SigningKey: 'privateSealed';
  readonly IdentityProvider: 'clientSecretSealed';
  readonly UpstreamSignIn: 'sealed' | 'identity';
  readonly UpstreamSession: 'sealed';
  readonly AuthorizationRequest: 'trialReport';
  readonly AuditKey: 'sealed';
  readonly OutboxMail: 'sealed';
  readonly Authenticator: 'sealed';
  readonly Installation: 'value';
};

/** The keys that seal and open the encrypted values of the database. */
export function sealingKey(secret: MasterSecret): PurposeKeys {
  return deriveKeys(secret, 'seal');
}

/**
 * The additional data that binds a sealed value to its table, column and row, so that it cannot be opened elsewhere.
 */
export function rowAad<Table extends keyof SealedColumns>(
  table: Table,
  column: SealedColumns[Table],
  rowId: string,
): string {
  return `${table}:${column}:${rowId}`;
}

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) under the current key and a random 96-bit IV.
 * @param keys see sealingKey()
 * @param aad the place of the value, see rowAad()
 * @returns printable text: `v2.`, the ID of the secret, a dot, and the base64url of IV, ciphertext and tag
 */
export function seal({ current }: PurposeKeys, plaintext: string | Uint8Array, aad: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', current.key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()]);
  return `${sealedPrefix({ current })}${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`;
}

/** The prefix of every value that was sealed under the current key. */
export function sealedPrefix({ current }: Pick<PurposeKeys, 'current'>): string {
  return `${version}.${current.id}.`;
}

/**
 * Opens a value that seal() created under any of the keys. A value without a key ID is from before key IDs existed.
 * @throws SealError (code `cannot_open`) if key, place or bytes differ
 */
export function open(keys: PurposeKeys, sealed: string, aad: string): Buffer {
  const { bytes, candidates } = readSealed(keys, sealed);
  if (bytes.length < ivBytes + tagBytes) throw new SealError(`${aad} is not a sealed value`);
  let cause: unknown;
  for (const { key } of candidates) {
    try {
      return decrypt(key, bytes, aad);
    } catch (error) {
      cause = error;
    }
  }
  throw new SealError(`${aad} cannot be decrypted with this secret`, { cause });
}

function readSealed({ all }: PurposeKeys, sealed: string): { bytes: Buffer; candidates: PurposeKeys['all'] } {
  const [prefix, first = '', second = ''] = sealed.split('.', 3);
  if (prefix === version) {
    return { bytes: Buffer.from(second, 'base64url'), candidates: all.filter(({ id }) => id === first) };
  }
  return { bytes: Buffer.from(prefix === 'v1' ? first : '', 'base64url'), candidates: all };
}

function decrypt(key: Buffer, bytes: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
}
