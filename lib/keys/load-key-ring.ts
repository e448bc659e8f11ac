import type { Database, Transaction } from '#lib/db/database';
import type { SigningAlg } from './algorithms';
import { type KeyPhase, keyPhase } from './key-phase';
import type { KeyRing } from './key-ring';
import { openKey } from './sealed-key';
import { findAllKeys, findLiveKeys } from './store';

/**
 * All keys that are not expired, opened.
 * @throws WrongSecretError (code `wrong_secret`) when one does not open, ForeignKeyError (code `foreign_key`) when one
 *   is not the key its row names; a ring with a hole would sign with what nobody expects
 */
export async function loadKeyRing(db: Database | Transaction, secret: string, now: Date): Promise<KeyRing> {
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

/** Every key there is, in the order of activation, without opening any. */
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
