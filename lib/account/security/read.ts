import { findPasswordChange } from '#lib/audit/password-change';
import type { Context } from '#lib/context';
import { findAuthenticatorTimes } from '#lib/factors/authenticator-store';
import { isTwoStep } from '#lib/factors/decide-factor';
import { findRecoveryCodes, type RecoveryCodeState } from '#lib/factors/recovery-code-store';
import { countTrustedDevices } from '#lib/factors/trusted-device-store';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { listIdentities } from '#lib/users/identity-store';
import { readableDomains } from '#lib/vocabulary/domain';
import { provedAddress } from '#lib/vocabulary/email';
import { type PasskeyView, readPasskeys } from '../passkeys/read';

/** The overview of an account's sign-in methods and factors. */
export type SecurityModel = {
  /** Null if passkeys are disabled. */
  readonly passkeys: readonly PasskeyView[] | null;
  /** `changedAt`: null if it was not changed as long as events are kept. */
  readonly password: { readonly isSet: boolean; readonly changedAt: Date | null };
  /** The identity providers of the account. */
  readonly providers: readonly { readonly name: string; readonly addedAt: Date; readonly lastUsedAt: Date }[];
  readonly twoStep: { readonly isOn: boolean; readonly canChange: boolean };
  readonly authenticator: { readonly createdAt: Date; readonly lastUsedAt: Date | null } | null;
  /** The address of mailed codes. Null if they are no second factor of this person. */
  readonly codesTo: string | null;
  readonly recoveryCodes: RecoveryCodeState | null;
  readonly trustedDevices: number;
};

/** The page /account/security. */
export async function readSecurity(session: SessionWithUser, context: Context): Promise<SecurityModel> {
  const { sub, user, factors } = session;
  const { db, snapshot, now } = context;
  const policy = policyOf(portalScope, context);
  const canChange = policy.secondFactor !== 'off';
  const identities = await listIdentities(db, sub);
  const address = policy.emailSecondFactor ? provedAddress(user.claims) : null;
  const trusted = await countTrustedDevices(db, sub, { days: snapshot.portal.trustedDeviceDays, now });
  return {
    passkeys: (await readPasskeys(session, context))?.passkeys ?? null,
    password: { isSet: user.passwordHash !== null, changedAt: await findPasswordChange(db, sub) },
    providers: identities.map(({ provider, createdAt: addedAt, lastUsedAt }) => {
      return { name: snapshot.providers.get(provider)?.displayName ?? provider, addedAt, lastUsedAt };
    }),
    twoStep: { isOn: canChange && isTwoStep({ policy, factors }), canChange },
    authenticator: factors.totp ? await findAuthenticatorTimes(db, sub) : null,
    codesTo: address === null ? null : readableDomains(address),
    recoveryCodes: await findRecoveryCodes(db, sub),
    trustedDevices: trusted,
  };
}
