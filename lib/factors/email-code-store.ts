import type { Database, Transaction } from '#lib/db/database';
import { isUnderWay } from '#lib/vocabulary/time';

/** What a mailed code proves: a sign-in, its second factor, or the address of a new account. */
export type EmailCodePurpose = 'sign_in' | 'second_factor' | 'sign_up';

export type StoredEmailCode = {
  /** The hash of the interaction. */
  readonly hash: string;
  readonly purpose: EmailCodePurpose;
  /** Null for an unknown address, and at sign-up. */
  readonly sub: string | null;
  readonly email: string;
  readonly codeHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/**
 * Writes the code of an interaction and replaces an earlier one. Wrong codes for the same purpose stay counted.
 * Otherwise each mail would give five more guesses.
 * @param keepsFormer an unused code for the same purpose stays, and nothing changes. The statement is the same
 */
export async function saveEmailCode(tx: Transaction, code: StoredEmailCode, keepsFormer = false): Promise<void> {
  const { hash, purpose, sub, email, codeHash, createdAt, expiresAt } = code;
  await tx.$executeRaw`
    INSERT INTO "EmailCode" ("hash", "purpose", "sub", "email", "codeHash", "failures", "createdAt", "expiresAt")
    VALUES (${hash}, ${purpose}, ${sub}, ${email}, ${codeHash}, 0, ${createdAt}, ${expiresAt})
    ON CONFLICT ("hash") DO UPDATE SET
      "failures" = CASE WHEN "EmailCode"."purpose" = excluded."purpose" THEN "EmailCode"."failures" ELSE 0 END,
      "purpose" = excluded."purpose", "sub" = excluded."sub", "email" = excluded."email",
      "codeHash" = excluded."codeHash", "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt",
      "usedAt" = NULL
    WHERE "EmailCode"."usedAt" IS NOT NULL OR "EmailCode"."purpose" <> excluded."purpose"
      OR NOT CAST(${keepsFormer} AS BOOLEAN)`;
}

/** The newest unused code of an interaction, for its page. It may have expired. */
export async function findEmailCode(
  db: Database | Transaction,
  hash: string,
  purpose: EmailCodePurpose,
): Promise<(Pick<StoredEmailCode, 'email' | 'sub' | 'expiresAt'> & { readonly failures: number }) | null> {
  return db.emailCode.findFirst({
    where: { hash, purpose, usedAt: null },
    select: { email: true, sub: true, failures: true, expiresAt: true },
  });
}

/**
 * Counts an attempt before the code is compared, by one conditional update.
 * @param limit the maximum number of wrong codes
 * @returns the values to compare with; null if there is no code (any more), or no attempt left
 */
export async function reserveCodeAttempt(
  db: Database,
  { hash, purpose }: Pick<StoredEmailCode, 'hash' | 'purpose'>,
  limit: number,
  now: Date,
): Promise<{
  readonly sub: string | null;
  readonly email: string;
  readonly codeHash: string;
  readonly failures: number;
} | null> {
  const [row] = await db.emailCode.updateManyAndReturn({
    where: { hash, purpose, usedAt: null, ...isUnderWay(now), failures: { lt: limit } },
    data: { failures: { increment: 1 } },
    select: { sub: true, email: true, codeHash: true, failures: true },
  });
  return row ?? null;
}

/**
 * Uses a code up by one conditional update.
 * @returns true for exactly one of several requests
 */
export async function consumeEmailCode(
  db: Database | Transaction,
  { hash, codeHash }: Pick<StoredEmailCode, 'hash' | 'codeHash'>,
  now: Date,
): Promise<boolean> {
  const { count } = await db.emailCode.updateMany({
    where: { hash, codeHash, usedAt: null, ...isUnderWay(now) },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Deletes the code of an interaction and its wrong attempts, because the step starts again. */
export async function deleteEmailCode(db: Database | Transaction, hash: string): Promise<void> {
  await db.emailCode.deleteMany({ where: { hash } });
}
