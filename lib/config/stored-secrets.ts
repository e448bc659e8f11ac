import { hashSecret, normalizeSecretHash, secretEnding, verifySecret } from '#lib/crypto/client-secret';
import { createId } from '#lib/crypto/random';
import type { StoredSecret } from '#lib/db/staged-rows';
import type { SecretEntry } from '#lib/vocabulary/secret';

/**
 * The secrets in a file. A secret that matches a stored one keeps that record.
 * @param newId the ID for the only new secret; null to draw one for each
 */
export function storedSecrets(
  entries: readonly SecretEntry[],
  stored: readonly StoredSecret[],
  newId: string | null,
): StoredSecret[] {
  const left = [...stored];
  return entries.map(({ value, hash, description, expiresAt }) => {
    const normalized = hash === undefined ? hashSecret(value ?? '') : (normalizeSecretHash(hash) ?? hash);
    const index = left.findIndex(
      (secret) => secret.hash === normalized || (value !== undefined && verifySecret(secret.hash, value)),
    );
    const [same] = index === -1 ? [] : left.splice(index, 1);
    const ending = same?.ending ?? (value === undefined ? null : secretEnding(value));
    return { id: same?.id ?? newId ?? createId(), hash: same?.hash ?? normalized, ending, description, expiresAt };
  });
}
