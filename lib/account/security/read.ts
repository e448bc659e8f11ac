import type { Context } from '#lib/context';
import { findRecoveryCodes } from '#lib/factors/recovery-code-store';
import { listTrustedDevices } from '#lib/factors/trusted-device-store';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import type { SessionWithUser } from '#lib/sessions/browser-state';

/** The overview of an account's sign-in methods and factors. */
export type SecurityModel = {
  /** The number of passkeys. Null if passkeys are disabled. */
  readonly passkeys: number | null;
  readonly hasPassword: boolean;
  readonly hasAuthenticator: boolean;
  /** The number of unused codes. Null if there are none. */
  readonly recoveryCodes: number | null;
  readonly trustedDevices: number;
};

/** The page /account/security. */
export async function readSecurity({ sub, user, factors }: SessionWithUser, context: Context): Promise<SecurityModel> {
  const { db, snapshot, now } = context;
  const codes = await findRecoveryCodes(db, sub);
  const { trustedDeviceDays: days } = snapshot.portal;
  return {
    passkeys: policyOf(portalScope, context).passkeys ? factors.passkeys : null,
    hasPassword: user.passwordHash !== null,
    hasAuthenticator: factors.totp,
    recoveryCodes: codes?.left ?? null,
    trustedDevices: (await listTrustedDevices(db, sub, { days, now })).length,
  };
}
