import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import type { KeyAlg } from './algorithms';
import { checkSecret } from './check-secret';
import { generateKey } from './generate-key';
import { keyPhase, signsAtOnce } from './key-phase';
import type { ProviderKey } from './key-ring';
import { findLiveKeys, insertKey, type StoredKey, setActivation } from './key-store';
import { ensurePairwiseSalt } from './pairwise-salt';
import { sealKey } from './sealed-key';

/**
 * Creates an active key for each algorithm that has none, and the salt of pairwise subjects. If several processes do
 * this at the same time, the second one finds the keys of the first.
 * @returns the algorithms that got a key
 * @throws WrongSecretError (code `wrong_secret`) before anything is created
 */
export async function ensureKeys(
  db: Database,
  secret: MasterSecret,
  algs: readonly KeyAlg[],
  now: Date,
): Promise<KeyAlg[]> {
  await checkSecret(db, secret);
  await ensurePairwiseSalt(db, secret);
  const missing = withoutActiveKey(await findLiveKeys(db, now), algs, now);
  if (missing.length === 0) return [];
  // Created before the transaction, because an RSA key takes long, and other writers would wait for it.
  const spare = await Promise.all(missing.map((alg) => generateKey(alg, now, signsAtOnce(now))));
  return transaction(db, async (tx) => {
    await bumpRevision(tx);
    const stored = await findLiveKeys(tx, now);
    const stillMissing = spare.filter((key) => withoutActiveKey(stored, [key.alg], now).length > 0);
    for (const key of stillMissing) await provide(tx, secret, key, stored);
    return stillMissing.map((key) => key.alg);
  });
}

function withoutActiveKey(stored: readonly StoredKey[], algs: readonly KeyAlg[], now: Date): KeyAlg[] {
  const active = new Set(stored.filter((key) => keyPhase(key, now) === 'active').map((key) => key.alg));
  return [...new Set(algs)].filter((alg) => !active.has(alg));
}

/** An announced key becomes active now. Only an algorithm without any key gets a new one. */
async function provide(
  tx: Transaction,
  secret: MasterSecret,
  key: ProviderKey,
  stored: readonly StoredKey[],
): Promise<void> {
  const waiting = stored.find((other) => other.alg === key.alg && keyPhase(other, key.createdAt) === 'announced');
  if (waiting === undefined) await insertKey(tx, sealKey(secret, key));
  else await setActivation(tx, waiting.kid, key.activatesAt);
}
