import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import { bumpRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { type KeyAlg, keyUse } from './algorithms';
import { checkSecret } from './check-secret';
import { generateKey } from './generate-key';
import { defaultAnnounceSeconds, jwksCacheSeconds, keyMarginSeconds, keyPhase } from './key-phase';
import type { ProviderKey } from './key-ring';
import { findLiveKeys, insertKey, type StoredKey, setRetirement } from './key-store';
import { sealKey } from './sealed-key';

/** A client may have fetched the previous key just before, and encrypt with it for a while. */
const decryptionSeconds = 86_400;

type RotationTimes = {
  /** How long the new keys are published before they sign. */
  readonly announceSeconds?: number;
  /** The longest lifetime of anything signed. A retired key verifies until all of it has expired. */
  readonly longestLifetimeSeconds: number;
  /** Further writes in the same transaction, for example the audit event. */
  readonly alongside?: (tx: Transaction, rotations: readonly Rotation[]) => Promise<void>;
};

export type Rotation = {
  readonly alg: KeyAlg;
  /** The next key, and when it becomes active. */
  readonly kid: string;
  readonly activatesAt: Date;
  /** False if a rotation of this algorithm was already in progress. Its new key stays. */
  readonly created: boolean;
};

/**
 * Rotates all used algorithms without an interruption (OIDC Core §10.1.1). A new key is announced now, and signs when
 * every cached JWKS contains it. The old one retires at that moment, and expires after the last token that it signed.
 * An old decryption key can be used for another day. Rotating again before the new keys sign changes nothing, so two
 * concurrent processes make only one rotation.
 * @throws WrongSecretError (code `wrong_secret`) before anything is created
 */
export async function rotateKeys(
  db: Database,
  secret: MasterSecret,
  now: Date,
  times: RotationTimes,
): Promise<Rotation[]> {
  await checkSecret(db, secret);
  const { activatesAt, expiresAt } = timeRotation(now, times);
  const decryptsUntil = addSeconds(activatesAt, decryptionSeconds);
  const inUse = algorithmsInUse(await findLiveKeys(db, now), now);
  const spare = await Promise.all(inUse.map((alg) => generateKey(alg, now, activatesAt)));
  return transaction(db, async (tx) => {
    await bumpRevision(tx);
    const stored = await findLiveKeys(tx, now);
    const rotations: Rotation[] = [];
    for (const key of spare) {
      const waiting = stored.find((other) => other.alg === key.alg && keyPhase(other, now) === 'announced');
      rotations.push(describe(waiting ?? key, waiting === undefined));
      if (waiting !== undefined) continue;
      for (const old of stored.filter((other) => isActive(other, key.alg, now))) {
        await setRetirement(tx, old.kid, activatesAt, keyUse(old.alg) === 'enc' ? decryptsUntil : expiresAt);
      }
      await insertKey(tx, sealKey(secret, key));
    }
    await times.alongside?.(tx, rotations);
    return rotations;
  });
}

/** When the keys of a rotation start to sign, and when the previous ones end. */
export function timeRotation(now: Date, times: Pick<RotationTimes, 'announceSeconds' | 'longestLifetimeSeconds'>) {
  const activatesAt = addSeconds(now, times.announceSeconds ?? defaultAnnounceSeconds);
  const expiresAt = addSeconds(activatesAt, times.longestLifetimeSeconds + jwksCacheSeconds + keyMarginSeconds);
  return { activatesAt, expiresAt };
}

function algorithmsInUse(stored: readonly StoredKey[], now: Date): KeyAlg[] {
  return [...new Set(stored.filter((key) => keyPhase(key, now) !== 'retired').map((key) => key.alg))];
}

function isActive(key: StoredKey, alg: KeyAlg, now: Date): boolean {
  return key.alg === alg && keyPhase(key, now) === 'active';
}

function describe({ alg, kid, activatesAt }: ProviderKey | StoredKey, created: boolean): Rotation {
  return { alg, kid, activatesAt, created };
}

function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
