import { keyId, type MasterSecret } from '#lib/crypto/master-secret';
import { secretCheckValue, verifySecretChecks } from '#lib/crypto/secret-check';
import type { Database, Transaction } from '#lib/db/database';
import { findAllKeys, findSecretChecks, insertSecretCheck, secretCheckKey } from './key-store';
import { openKey } from './sealed-key';

/**
 * Compares SIGNET_SECRET with the check values in the database, one for each secret in use. An empty database adopts
 * this secret. A database with sealed keys but without a check value adopts it only if every key opens. A new secret in
 * addition to known ones is recorded, so that no process can start without it from then on. Nothing is ever replaced.
 * @throws WrongSecretError (code `wrong_secret`), whose message is the line for the operator
 */
export async function checkSecret(db: Database | Transaction, secret: MasterSecret): Promise<void> {
  const stored = await findSecretChecks(db);
  verifySecretChecks(secret, stored);
  const check = secretCheckValue(secret.current);
  if (stored.includes(check)) return;
  if (stored.length > 0) return insertSecretCheck(db, `${secretCheckKey}:${keyId(secret.current)}`, check);
  for (const key of await findAllKeys(db)) openKey(secret, key);
  await insertSecretCheck(db, secretCheckKey, check);
  verifySecretChecks(secret, await findSecretChecks(db));
}
