import { sha256 } from '#lib/crypto/hash';
import type { Database } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';

/**
 * Takes the `jti` of a client assertion for its one use (RFC 7523 §3 item 7): one insert that the primary key refuses a
 * second time, on whichever node. What is stored is a digest, so that no `jti` is too long or odd for a key.
 * @param expiresAt until when the assertion could be presented
 * @returns false when it was used before
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
