import { readArgon2 } from './argon2-hash';
import { readBcrypt } from './bcrypt-hash';
import { readKeycloak } from './keycloak-hash';
import { readAspNet, readDjango, readPbkdf2 } from './pbkdf2-hash';
import { readScrypt } from './scrypt-hash';
import { type HashReader, type StoredHash, writeBase64 } from './stored-hash';

/** In characters. Keycloak's notation is the longest. */
const maximumLength = 2000;

const readers: readonly HashReader[] = [
  readArgon2,
  readBcrypt,
  readScrypt,
  readPbkdf2,
  readDjango,
  readKeycloak,
  readAspNet,
];

/**
 * Reads a password hash in one of the notations in docs/configuration.md. No text matches two of them.
 * @returns null for everything else; a hash whose cost is too high has `excess`
 */
export function readHash(text: string): StoredHash | null {
  if (text.length > maximumLength) return null;
  for (const read of readers) {
    const hash = read(text);
    if (hash !== null) return hash;
  }
  return null;
}

/**
 * A hash of a kind (see StoredHash) that belongs to no account, to measure its time. Null if the kind no longer exists.
 */
export function measuredHash(kind: string): StoredHash | null {
  if (kind.startsWith('$2b$')) return readHash(`${kind}$${'.'.repeat(53)}`);
  const digestBytes = Number(/,l=(\d+)$/.exec(kind)?.[1] ?? 32);
  return readHash(`${kind}$${'A'.repeat(22)}$${writeBase64(new Uint8Array(digestBytes))}`);
}
