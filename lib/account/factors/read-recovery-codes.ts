import type { Context } from '#lib/context';
import { findRecoveryCodes, type RecoveryCodeState } from '#lib/factors/recovery-code-store';
import type { SessionWithUser } from '#lib/sessions/browser-state';

export type RecoveryCodesView = {
  /** Null without recovery codes. */
  readonly codes: RecoveryCodeState | null;
  /** Codes come with a second factor. */
  readonly mayRenew: boolean;
};

/** The page /account/recovery-codes. The codes themselves are shown once, by the answer that makes them. */
export async function readRecoveryCodes(
  { sub, factors }: SessionWithUser,
  { db }: Context,
): Promise<RecoveryCodesView> {
  return { codes: await findRecoveryCodes(db, sub), mayRenew: factors.totp || factors.passkeys > 0 };
}
