import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/**
 * Reserves the `jti` of a client assertion for single use (RFC 7523 §3 item 7): one insert that the primary key refuses
 * the second time, in any process. A digest is stored, so that no `jti` is too long or odd for a key.
 * @param expiresAt until when the assertion could be presented
 * @returns false if it was used before
 */
export async function reserveAssertion(
  db: Database,
  { clientId, jti, expiresAt }: { clientId: string; jti: string; expiresAt: Date },
): Promise<boolean> {
  try {
    await db.clientAssertion.create({ data: { clientId, jti: sha256(jti), expiresAt }, select: { clientId: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
