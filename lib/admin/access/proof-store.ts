import type { Database, Transaction } from '#lib/db/database';
import { sql } from '#lib/db/sql';
import { signedInAt } from '#lib/factors/fresh-sign-in';
import { readProofs } from '#lib/factors/proof';
import { hasBegun } from '#lib/vocabulary/time';
import type { ProofTimes } from './proof-window';

/**
 * When the person of a session proved who they are. What a clock that was ahead wrote down does not count, or it would
 * until then (security #201).
 * @returns null for a session that has ended
 */
export async function findProofTimes(db: Database, sid: string, now: Date): Promise<ProofTimes | null> {
  const row = await db.session.findUnique({
    where: { sid, endedAt: null },
    select: { authTime: true, proofs: true, confirmedAt: true, provenUseAt: true },
  });
  if (row === null) return null;
  const { authTime, proofs } = row;
  const begun = (at: Date | null) => (at !== null && hasBegun(at, now) ? at : null);
  const provedAt = signedInAt({ authTime, proofs: readProofs(proofs) });
  const confirmedAt = begun(row.confirmedAt);
  const usedAt = begun(row.provenUseAt);
  return { provedAt: confirmedAt !== null && confirmedAt > provedAt ? confirmedAt : provedAt, usedAt };
}

/** Records an action that needed a recent proof. It extends the time for which the proof is recent. */
export async function noteProvenUse(db: Database, sid: string, now: Date): Promise<void> {
  await db.session.updateMany({ where: { sid, endedAt: null }, data: { provenUseAt: now } });
}

type Confirmed = {
  readonly sid: string;
  /** The hash that the password was checked against. */
  readonly passwordHash: string | null;
};

/**
 * Records in a session that its person confirmed their password.
 * @returns false if the session has ended, or if the account got another password or was disabled in the meantime
 * (security #104)
 */
export async function noteConfirmation(tx: Transaction, { sid, passwordHash }: Confirmed, now: Date): Promise<boolean> {
  const isHash = passwordHash === null ? sql`u."passwordHash" IS NULL` : sql`u."passwordHash" = ${passwordHash}`;
  const count = await tx.$executeRaw`
    UPDATE "Session" SET "confirmedAt" = ${now}
    WHERE "sid" = ${sid} AND "endedAt" IS NULL
      AND (SELECT u."enabled" AND ${isHash} FROM "User" u WHERE u."sub" = "Session"."sub")`;
  return count === 1;
}
