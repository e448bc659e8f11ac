import { hash as digest, timingSafeEqual } from 'node:crypto';

type Algorithm = 'sha256' | 'sha512';

const digestBytes = { sha256: 32, sha512: 64 } as const;

/** A hash to compare with if there is none, so that an unknown client takes as long as a known one. */
const dummy = Buffer.alloc(digestBytes.sha256);

/** The stored form of a client's or API's secret: `sha256:` and the SHA-256 of its UTF-8 bytes in base64url. */
export function hashSecret(value: string): string {
  return `sha256:${digest('sha256', value, 'base64url')}`;
}

const endingCharacters = 4;

/**
 * Without its last four characters, a generated secret of 43 characters still has far more than 128 bits. A shorter,
 * typed secret may not.
 */
const longSecret = 43;

/** The last four characters of a secret, to recognize it. Null if it is too short to reveal them. */
export function secretEnding(value: string): string | null {
  return value.length < longSecret ? null : value.slice(-endingCharacters);
}

/**
 * Compares a presented secret with a stored hash in constant time (OIDC Core §16.12).
 * @param hash from hashSecret() or a file: `sha256:` or `sha512:` and the digest in base64url, base64 or hex. For an
 * unknown client it is null. The result is then false after the same work, and so it is for a hash that cannot be read.
 */
export function verifySecret(hash: string | null, presented: string): boolean {
  const stored = hash === null ? null : readHash(hash);
  const actual = digest(stored?.algorithm ?? 'sha256', presented, 'buffer');
  const equal = timingSafeEqual(actual, stored?.digest ?? dummy);
  return equal && stored !== null;
}

/** Whether verifySecret() can read the hash: the `hash` of a secret in a configuration file. */
export function isSecretHash(hash: string): boolean {
  return readHash(hash) !== null;
}

/**
 * Converts an imported hash to the stored form: the algorithm, a colon and base64url without padding.
 * @returns null if verifySecret() cannot read the hash
 */
export function normalizeSecretHash(hash: string): string | null {
  const read = readHash(hash);
  return read === null ? null : `${read.algorithm}:${read.digest.toString('base64url')}`;
}

function readHash(hash: string): { algorithm: Algorithm; digest: Buffer } | null {
  const colon = hash.indexOf(':');
  const algorithm = hash.slice(0, Math.max(colon, 0));
  if (algorithm !== 'sha256' && algorithm !== 'sha512') return null;
  const digest = readDigest(hash.slice(colon + 1), digestBytes[algorithm]);
  return digest === null ? null : { algorithm, digest };
}

/** For the same digest, hex and base64 have different lengths, so the length distinguishes them. */
function readDigest(text: string, bytes: number): Buffer | null {
  if (text.length === bytes * 2) return /^[0-9a-fA-F]+$/.test(text) ? Buffer.from(text, 'hex') : null;
  if (!/^(?:[A-Za-z0-9_-]+|[A-Za-z0-9+/]+={0,2})$/.test(text)) return null;
  const digest = Buffer.from(text, 'base64');
  const unpadded = Math.ceil((bytes * 4) / 3);
  return digest.length === bytes && text.replace(/={1,2}$/, '').length === unpadded ? digest : null;
}
