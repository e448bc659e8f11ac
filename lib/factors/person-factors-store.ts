import type { Database, Transaction } from '#lib/db/database';
import { flag, integerOrNull, textOrNull, timeOrNull } from '#lib/db/read-column';
import { type DriverRow, defineStatement } from '#lib/db/statement';
import { isMailAddress } from '#lib/settings/mailbox';
import type { PersonFactors } from './decide-factor';

/** The columns that readPersonFactors() reads, for a row `u` of "User". */
export const factorColumns = `u."emailVerified", u."canonicalEmail", u."recoveredAt", u."twoStep",
    u."admin" IS NOT NULL AS "hasRole",
    EXISTS (SELECT 1 FROM "Authenticator" a WHERE a."sub" = u."sub") AS "totp",
    (SELECT count(*) FROM "Passkey" k WHERE k."sub" = u."sub") AS "passkeys",
    (SELECT count(*) FROM "Passkey" k WHERE k."sub" = u."sub" AND k."deviceBound" = true) AS "boundPasskeys",
    (SELECT count(*) FROM "RecoveryCode" r WHERE r."sub" = u."sub" AND r."usedAt" IS NULL) AS "recoveryCodes"`;

/** Reads the person's factors from factorColumns. */
export function readPersonFactors(row: DriverRow): PersonFactors {
  return {
    totp: flag(row, 'totp'),
    passkeys: integerOrNull(row, 'passkeys') ?? 0,
    boundPasskeys: integerOrNull(row, 'boundPasskeys') ?? 0,
    recoveryCodes: integerOrNull(row, 'recoveryCodes') ?? 0,
    email: canBeMailed(flag(row, 'emailVerified'), textOrNull(row, 'canonicalEmail')),
    twoStep: flag(row, 'twoStep'),
    hasRole: flag(row, 'hasRole'),
    recoveredAt: timeOrNull(row, 'recoveredAt'),
  };
}

/** Whether a code can be mailed to a person: see verifiedEmail(). */
function canBeMailed(isVerified: boolean, address: string | null): boolean {
  return isVerified && address !== null && isMailAddress(address);
}

/** A person's factors, and whether an administrator requires a new password. */
export type AccountFactors = PersonFactors & { readonly mustSetPassword: boolean };

/** The data that decides whether a sign-in needs more proofs. */
type AccountAtSignIn = AccountFactors & { readonly hasSignedIn: boolean };

const accountAtSignIn = defineStatement(
  `SELECT u."mustSetPassword", u."lastSignInAt", ${factorColumns} FROM "User" u WHERE u."sub" = @sub`,
  (row): AccountAtSignIn => ({
    ...readPersonFactors(row),
    mustSetPassword: flag(row, 'mustSetPassword'),
    hasSignedIn: timeOrNull(row, 'lastSignInAt') !== null,
  }),
);

/**
 * The same in one statement, with whether anybody ever signed in to the account. Null if the account no longer exists.
 */
export async function findAccountAtSignIn(db: Database, sub: string): Promise<AccountAtSignIn | null> {
  const [found] = await db.prepared.rows(accountAtSignIn, { sub });
  return found ?? null;
}

/** @throws if the account no longer exists */
export async function findPersonFactors(db: Database | Transaction, sub: string): Promise<AccountFactors> {
  const user = await db.user.findUniqueOrThrow({
    where: { sub },
    select: {
      emailVerified: true,
      canonicalEmail: true,
      recoveredAt: true,
      twoStep: true,
      admin: true,
      mustSetPassword: true,
      authenticator: { select: { sub: true } },
      passkeys: { select: { deviceBound: true } },
      recoveryCodes: { where: { usedAt: null }, select: { hash: true } },
    },
  });
  return {
    totp: user.authenticator !== null,
    passkeys: user.passkeys.length,
    boundPasskeys: user.passkeys.filter(({ deviceBound }) => deviceBound).length,
    recoveryCodes: user.recoveryCodes.length,
    email: canBeMailed(user.emailVerified, user.canonicalEmail),
    twoStep: user.twoStep,
    hasRole: user.admin !== null,
    recoveredAt: user.recoveredAt,
    mustSetPassword: user.mustSetPassword,
  };
}
