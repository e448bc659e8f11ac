import { randomBytes } from 'node:crypto';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from '#lib/db/database';
import { findPairwiseSalt, insertPairwiseSalt, pairwiseSaltKey } from './key-store';

/**
 * Creates the salt of pairwise subjects, once for each installation. It is not derived from SIGNET_SECRET, because a
 * new secret must not change subjects. If it is lost, all pairwise subjects are lost.
 */
export async function ensurePairwiseSalt(db: Database | Transaction, secret: MasterSecret): Promise<void> {
  if ((await findPairwiseSalt(db)) !== null) return;
  await insertPairwiseSalt(db, seal(sealingKey(secret), randomBytes(32), aad));
}

/**
 * Null before the first start.
 * @throws SealError if it cannot be opened with this secret
 */
export async function loadPairwiseSalt(db: Database | Transaction, secret: MasterSecret): Promise<Buffer | null> {
  const sealed = await findPairwiseSalt(db);
  return sealed === null ? null : open(sealingKey(secret), sealed, aad);
}

const aad = rowAad('Installation', 'value', pairwiseSaltKey);
