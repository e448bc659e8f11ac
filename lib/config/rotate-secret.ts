import { recordEvents } from '#lib/audit/event-store';
import { addAuditKey } from '#lib/audit/seals/audit-key';
import { keyId, type MasterSecret } from '#lib/crypto/master-secret';
import { secretCheckValue } from '#lib/crypto/secret-check';
import type { Database } from '#lib/db/database';
import { readWrites } from '#lib/db/revision';
import { resealValues } from '#lib/db/sealed-values';
import { DatabaseUnavailable, transaction } from '#lib/db/transaction';
import { checkSecret } from '#lib/keys/check-secret';
import { findSecretChecks, replaceSecretChecks } from '#lib/keys/key-store';
import { findLastEnd } from '#lib/sessions/session-store';
import { currentPortal } from '#lib/tenants/tenant-store';
import type { Authorship } from './authorship';

type Rotation = { readonly secret: MasterSecret; readonly now: Date; readonly by: Authorship };

/** The result of a rotation of the secret. */
type RotatedSecret = {
  /** The number of resealed values. */
  readonly values: number;
  /** The places of values that no known secret opens. As long as there are any, the former secrets stay in use. */
  readonly unreadable: readonly string[];
  /** The name of the current secret in sealed values. */
  readonly keyId: string;
  /**
   * The expiry of the last cookie that was sealed with a former secret. Null if the database knows no former secret.
   */
  readonly keepUntil: Date | null;
};

/**
 * Reseals every value of a former secret with the current one, retires the former secrets and starts a new key for the
 * audit log. Issued values do not change. It can be repeated, and it can run while the server runs.
 * @throws WrongSecretError (code `wrong_secret`) before anything is sealed
 */
export async function rotateSecret(db: Database, { secret, now, by }: Rotation): Promise<RotatedSecret> {
  await checkSecret(db, secret);
  // What a large change has staged is sealed too.
  if ((await readWrites(db)).heldBy !== null) throw new DatabaseUnavailable('a large change is being written');
  const { values, unreadable } = await resealValues(db, secret);
  const id = keyId(secret.current);
  if (unreadable.length > 0) return { values, unreadable, keyId: id, keepUntil: null };
  const hasEnded = await endFormerSecrets(db, values, { secret, now, by });
  return { values, unreadable, keyId: id, keepUntil: hasEnded ? await keepUntil(db, now) : null };
}

async function endFormerSecrets(db: Database, values: number, { secret, now, by }: Rotation): Promise<boolean> {
  const check = secretCheckValue(secret.current);
  return transaction(db, async (tx) => {
    const former = (await findSecretChecks(tx)).filter((value) => value !== check);
    if (former.length === 0) return false;
    await replaceSecretChecks(tx, check);
    const auditKey = await addAuditKey(tx, secret, now);
    const details = { key_id: keyId(secret.current), values, audit_key: auditKey };
    await recordEvents(tx, [{ type: 'secret.rotated', outcome: 'success', actor: by.actor, details }], now);
    return true;
  });
}

/**
 * The longest time that a browser keeps its cookie, with the portal's settings of now and of the sign-ins before. The
 * cookie is sealed with the secret of its last sign-in.
 */
async function keepUntil(db: Database, now: Date): Promise<Date> {
  const portal = await currentPortal(db);
  const seconds = Math.max(portal.rememberSeconds, portal.sessionAbsoluteSeconds);
  const last = await findLastEnd(db);
  return new Date(Math.max(now.getTime() + seconds * 1000, last?.getTime() ?? 0));
}
