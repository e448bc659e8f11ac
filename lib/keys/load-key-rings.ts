import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import type { KeyAlg, KeyUse } from './algorithms';
import { type KeyPhase, keyPhase } from './key-phase';
import { type DecryptionKey, type DecryptionRing, isSigningKey, type KeyRing, type SigningKey } from './key-ring';
import { findAllKeys, findLiveKeys } from './key-store';
import { openKey } from './sealed-key';

/** The keys by their use. A decryption key is never among those that sign or verify. */
export type KeyRings = { readonly keys: KeyRing; readonly decryptionKeys: DecryptionRing };

/**
 * All keys that have not expired, decrypted.
 * @throws WrongSecretError (code `wrong_secret`) if one cannot be opened, ForeignKeyError (code `foreign_key`) if one
 * is not the key that its row names. Without that key, the ring would sign with a different one than expected
 */
export async function loadKeyRings(db: Database | Transaction, secret: MasterSecret, now: Date): Promise<KeyRings> {
  const keys = new Map<string, SigningKey>();
  const decryptionKeys = new Map<string, DecryptionKey>();
  for (const row of await findLiveKeys(db, now)) {
    const key = openKey(secret, row);
    if (isSigningKey(key)) keys.set(key.kid, key);
    else decryptionKeys.set(key.kid, key);
  }
  return { keys, decryptionKeys };
}

/** A key as operators see it. */
export type KeyListing = {
  readonly kid: string;
  readonly alg: KeyAlg;
  readonly use: KeyUse;
  readonly phase: KeyPhase;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

/** Every key in the order of activation, without opening any. */
export async function listKeys(db: Database | Transaction, now: Date): Promise<KeyListing[]> {
  return (await findAllKeys(db)).map(({ kid, alg, use, createdAt, activatesAt, retiresAt, expiresAt }) => ({
    kid,
    alg,
    use,
    phase: keyPhase({ activatesAt, retiresAt, expiresAt }, now),
    createdAt,
    activatesAt,
    retiresAt,
    expiresAt,
  }));
}
