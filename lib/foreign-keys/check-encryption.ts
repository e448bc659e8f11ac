import type { z } from 'zod';
import type { EncryptionAlg } from '#lib/vocabulary/encryption-algs';
import { refuse } from '#lib/vocabulary/entry';
import { pickEncryptionKey } from './encryption-key';
import { createKeySet } from './key-set';
import type { KeyOwner } from './registered-keys';

/** A registered encryption. Its keys in a file are `key` followed by `_alg` and `_enc`. */
export type RegisteredEncryption = {
  readonly key: string;
  readonly alg: EncryptionAlg | null;
  readonly enc: string | null;
};

/**
 * Refuses `enc` without `alg`, and an `alg` without a suitable key in `jwks`. The keys of a `jwks_uri` are not known
 * here.
 */
export function checkEncryption(
  { key, alg, enc }: RegisteredEncryption,
  jwks: KeyOwner['jwks'],
  context: z.core.$RefinementCtx<unknown>,
): void {
  const setting = `${key}_alg`;
  if (alg === null && enc !== null) {
    refuse(context, [`${key}_enc`], 'encryption_alg_missing', `needs ${setting}`, { setting });
  }
  if (alg === null || jwks === null || pickEncryptionKey(createKeySet(jwks.keys).keys, alg) !== null) return;
  const message = `no key fits ${alg} (${setting}): use, alg, type, curve or size differ`;
  refuse(context, ['jwks'], 'encryption_key_missing', message, { alg, setting });
}
