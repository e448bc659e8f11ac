import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import type { KeyAlg } from './algorithms';
import { checkSecret } from './check-secret';
import { generateKey } from './generate-key';
import { isRevoked, type KeyPhase, keyPhase, signsAtOnce } from './key-phase';
import { findAllKeys, insertKey, revokeStoredKey } from './key-store';
import { sealKey } from './sealed-key';

export type KeyRevocation = {
  readonly kid: string;
  readonly alg: KeyAlg;
  /** The phase of the key before the revocation. */
  readonly phase: KeyPhase;
  /** The replacement. Null if none is needed. */
  readonly replacement: string | null;
};

type Options = {
  readonly kid: string;
  readonly now: Date;
  /** Further writes in the same transaction, for example the audit event. */
  readonly alongside?: (tx: Transaction, revocation: KeyRevocation) => Promise<void>;
};

/**
 * Revokes a key that may be compromised. From now on it is in no JWKS, and nothing that it signed is accepted here. A
 * signing or announced key is replaced immediately, with the same dates. An expired key can be revoked too, because it
 * still verifies hints.
 * @returns null if there is no such key, or it was revoked before
 * @throws WrongSecretError (code `wrong_secret`) before anything is created
 */
export async function revokeKey(
  db: Database,
  secret: MasterSecret,
  { kid, now, alongside }: Options,
): Promise<KeyRevocation | null> {
  await checkSecret(db, secret);
  const found = (await findAllKeys(db)).find((key) => key.kid === kid);
  if (found === undefined) return null;
  // Created before the transaction, because an RSA key takes long, and other writers would wait for it.
  const spare = await generateKey(found.alg, now);
  return transaction(db, async (tx) => {
    await bumpRevision(tx);
    const stored = (await findAllKeys(tx)).find((key) => key.kid === kid);
    if (stored === undefined || isRevoked(stored) || !(await revokeStoredKey(tx, kid, now))) return null;
    const { alg, activatesAt, retiresAt, expiresAt } = stored;
    const phase = keyPhase(stored, now);
    const isReplaced = phase === 'active' || phase === 'announced';
    if (isReplaced) {
      const begins = phase === 'active' ? signsAtOnce(now) : activatesAt;
      await insertKey(tx, { ...sealKey(secret, spare), activatesAt: begins, retiresAt, expiresAt });
    }
    const revocation = { kid, alg, phase, replacement: isReplaced ? spare.kid : null };
    await alongside?.(tx, revocation);
    return revocation;
  });
}
