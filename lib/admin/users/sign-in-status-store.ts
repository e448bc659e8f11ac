import type { Database } from '#lib/db/database';
import { textOrNull, timeOrNull } from '#lib/db/read-column';
import { defineStatement } from '#lib/db/statement';

/** More failures than an account can have in a day without slowing down. */
export const countedFailures = 200;

/**
 * The last sign-in, the newest session, and every failure since, the newest first. There is one row for each failure, or
 * one without.
 */
const statusRows = defineStatement(
  `SELECT u."lastSignInAt", s."authTime", s."proofs", s."userAgent", f."at", f."details"
  FROM "User" u
  LEFT JOIN "Session" s
    ON s."sid" = (SELECT n."sid" FROM "Session" n WHERE n."sub" = u."sub" ORDER BY n."authTime" DESC LIMIT 1)
  LEFT JOIN "AuditEvent" f
    ON f."targetId" = u."sub" AND f."id" >= @from AND f."targetKind" = 'user' AND f."type" = 'sign_in.failed'
      AND (u."lastSignInAt" IS NULL OR f."at" > u."lastSignInAt")
  WHERE u."sub" = @sub
  ORDER BY f."id" DESC LIMIT ${countedFailures}`,
  (row) => ({
    lastSignInAt: timeOrNull(row, 'lastSignInAt'),
    authTime: timeOrNull(row, 'authTime'),
    proofs: textOrNull(row, 'proofs'),
    userAgent: textOrNull(row, 'userAgent'),
    failedAt: timeOrNull(row, 'at'),
    details: textOrNull(row, 'details'),
  }),
);

/** @param from the ID of the first event that counts, see firstEventId() */
export async function findStatusRows(db: Database, sub: string, from: string) {
  return db.prepared.rows(statusRows, { sub, from });
}
