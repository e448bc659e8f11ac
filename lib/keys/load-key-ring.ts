import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import type { SigningAlg } from './algorithms';
import { type KeyPhase, keyPhase } from './key-phase';
import type { KeyRing } from './key-ring';
import { findAllKeys, findLiveKeys } from './key-store';
import { openKey } from './sealed-key';

/**
 * All keys that have not expired, decrypted.
 * @throws WrongSecretError (code `wrong_secret`) if one cannot be opened, ForeignKeyError (code `foreign_key`) if one
 *   is not the key that its row names: with a missing key, the ring would sign with another one than expected
 */
export async function loadKeyRing(db: Database | Transaction, secret: MasterSecret, now: Date): Promise<KeyRing> {
  const stored = await findLiveKeys(db, now);
  return new Map(stored.map((row) => [row.kid, openKey(secret, row)]));
}

/** A key as an operator sees it. */
export type KeyListing = {
  readonly kid: string;
  readonly alg: SigningAlg;
  readonly phase: KeyPhase;
  readonly createdAt: Date;
  readonly activatesAt: Date;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
};

/** Every key in the order of activation, without opening any. */
export async function listKeys(db: Database | Transaction, now: Date): Promise<KeyListing[]> {
  return (await findAllKeys(db)).map(({ kid, alg, createdAt, activatesAt, retiresAt, expiresAt }) => ({
    kid,
    alg,
    phase: keyPhase({ activatesAt, retiresAt, expiresAt }, now),
    createdAt,
    activatesAt,
    retiresAt,
    expiresAt,
  }));
}
