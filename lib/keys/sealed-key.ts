import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import { WrongSecretError } from '#lib/crypto/secret-check';
import { keyUse } from './algorithms';
import { buildKey, readPrivateKey, writePrivateKey } from './build-key';
import type { ProviderKey } from './key-ring';
import type { StoredKey } from './key-store';

/** A row whose key does not match its kid, because the database was manipulated. */
class ForeignKeyError extends Error {
  override readonly name = 'ForeignKeyError';
  readonly code = 'foreign_key';
}

/** The row to store for a new key. */
export function sealKey(secret: MasterSecret, key: ProviderKey): StoredKey {
  const { kid, alg, publicJwk, createdAt, activatesAt, retiresAt, expiresAt } = key;
  return {
    kid,
    alg,
    use: keyUse(alg),
    publicJwk: JSON.stringify(publicJwk),
    privateSealed: seal(sealingKey(secret), writePrivateKey(key.privateKey), aad(kid)),
    createdAt,
    activatesAt,
    retiresAt,
    expiresAt,
  };
}

/**
 * Opens a stored key. The public key is derived from the private one, and must match the kid of the row.
 * @throws WrongSecretError (code `wrong_secret`) if it cannot be opened with this secret
 * @throws ForeignKeyError (code `foreign_key`) if it is not the key that the row names
 */
export function openKey(secret: MasterSecret, stored: StoredKey): ProviderKey {
  const key = buildKey(stored.alg, readPrivateKey(openPrivateKey(secret, stored)), stored);
  if (key.kid !== stored.kid) throw new ForeignKeyError(`the signing key ${stored.kid} is another key`);
  return key;
}

function openPrivateKey(secret: MasterSecret, { kid, privateSealed }: StoredKey): Buffer {
  try {
    return open(sealingKey(secret), privateSealed, aad(kid));
  } catch (cause) {
    throw new WrongSecretError('unknown', { cause });
  }
}

function aad(kid: string): string {
  return rowAad('SigningKey', 'privateSealed', kid);
}
