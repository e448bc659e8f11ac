/** A password hash from the database or a file, read from any notation. */
export type StoredHash = {
  /**
   * Everything that its time depends on, and nothing of the salt, so hashes of one kind take the same time.
   * measuredHash() creates such a hash.
   */
  readonly kind: string;
  /**
   * The limit that its cost exceeds, in the operator's words, because checking it could stop the server. Null if the
   * cost is acceptable.
   */
  readonly excess: string | null;
  /**
   * Compares in constant time, outside the event loop. Only password-hash.ts calls it, in its turn of the password
   * queue.
   */
  readonly matches: (password: string) => Promise<boolean>;
};

/** The result for a notation. Null if the text is not in this notation, or is incomplete. */
export type HashReader = (text: string) => StoredHash | null;

/**
 * The lengths that hashing tools write. A digest of another length was truncated, and a short one would match too
 * easily.
 */
const digestBytes: ReadonlySet<number> = new Set([16, 20, 24, 32, 48, 64]);
const maximumSaltBytes = 256;

/**
 * Base64 with or without padding, and with `.` instead of `+`, as passlib writes it. Null if it is truncated or has
 * stray bits.
 */
export function readBase64(text: string): Buffer | null {
  if (text.endsWith('=') && text.length % 4 !== 0) return null;
  const plain = text.replace(/={1,2}$/, '').replaceAll('.', '+');
  const bytes = Buffer.from(plain, 'base64');
  return bytes.toString('base64').replace(/={1,2}$/, '') === plain ? bytes : null;
}

export function readSalt(text: string): Buffer | null {
  const salt = readBase64(text);
  return salt !== null && salt.length > 0 && salt.length <= maximumSaltBytes ? salt : null;
}

export function readDigest(text: string): Buffer | null {
  const digest = readBase64(text);
  return digest !== null && digestBytes.has(digest.length) ? digest : null;
}

/** Base64 without padding, as in the PHC string format. */
export function writeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('base64')
    .replace(/={1,2}$/, '');
}
