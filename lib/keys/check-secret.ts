import { secretCheckValue, verifySecretCheck } from '#lib/crypto/secret-check';
import type { Database, Transaction } from '#lib/db/database';
import { openKey } from './sealed-key';
import { findAllKeys, findSecretCheck, insertSecretCheck } from './store';

/**
 * Holds SIGNET_SECRET against the check value in the database. An empty database takes this secret as its own; one
 * that has sealed keys but no check value takes it only when every key opens with it. Nothing is ever made anew.
 * @throws WrongSecretError (code `wrong_secret`); its message is the line to show the operator
 */
export async function checkSecret(db: Database | Transaction, secret: string): Promise<void> {
  const stored = await findSecretCheck(db);
  if (stored !== null) return verifySecretCheck(secret, stored);
  for (const key of await findAllKeys(db)) openKey(secret, key);
  await insertSecretCheck(db, secretCheckValue(secret));
  verifySecretCheck(secret, (await findSecretCheck(db)) ?? '');
}
