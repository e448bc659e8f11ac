import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database, Transaction } from '#lib/db/database';
import { type KeyPhase, keyPhase } from './key-phase';
import {
  type DecryptionKey,
  type DecryptionRing,
  type HintRing,
  isSigningKey,
  type KeyRing,
  type ProviderKey,
  type SigningKey,
  type VerifyingKey,
} from './key-ring';
import { findAllKeys, type StoredKey } from './key-store';
import { openKey } from './sealed-key';

/** The keys by their use. A decryption key is never among those that sign or verify. */
type KeyRings = {
  readonly keys: KeyRing;
  readonly decryptionKeys: DecryptionRing;
  readonly hintKeys: HintRing;
};

/**
 * All keys that have not expired, decrypted, and what verifies hints.
 * @throws WrongSecretError (code `wrong_secret`) if one cannot be opened, ForeignKeyError (code `foreign_key`) if one
 * is not the key that its row names. Without that key, the ring would sign with a different one than expected. An
 * expired key is left out instead, because only hints need it
 */
export async function loadKeyRings(db: Database | Transaction, secret: MasterSecret, now: Date): Promise<KeyRings> {
  const keys = new Map<string, SigningKey>();
  const decryptionKeys = new Map<string, DecryptionKey>();
  const hintKeys = new Map<string, VerifyingKey>();
  for (const row of await findAllKeys(db)) {
    const isLive = keyPhase(row, now) !== 'expired';
    if (!isLive && row.use === 'enc') continue;
    const key = isLive ? openKey(secret, row) : openExpired(secret, row);
    if (key === null) continue;
    if (!isSigningKey(key)) decryptionKeys.set(key.kid, key);
    else {
      if (isLive) keys.set(key.kid, key);
      hintKeys.set(key.kid, publicPart(key));
    }
  }
  return { keys, decryptionKeys, hintKeys };
}

/** An expired key with which nothing works any more must not stop the server. */
function openExpired(secret: MasterSecret, row: StoredKey): ProviderKey | null {
  try {
    return openKey(secret, row);
  } catch (error) {
    if (error instanceof Error && 'code' in error && unusable.has(error.code)) return null;
    throw error;
  }
}

const unusable: ReadonlySet<unknown> = new Set(['wrong_secret', 'foreign_key']);

/** Nothing can be signed with it. */
function publicPart({ privateKey: _, ...key }: SigningKey): VerifyingKey {
  return key;
}

/** A key as operators see it. */
export type KeyListing = Omit<StoredKey, 'publicJwk' | 'privateSealed'> & { readonly phase: KeyPhase };

/** Every key in the order of activation, without opening any. */
export async function listKeys(db: Database | Transaction, now: Date): Promise<KeyListing[]> {
  return (await findAllKeys(db)).map(({ kid, alg, use, createdAt, activatesAt, retiresAt, expiresAt }) => ({
    ...{ kid, alg, use, createdAt, activatesAt, retiresAt, expiresAt },
    phase: keyPhase({ activatesAt, retiresAt, expiresAt }, now),
  }));
}
