import type { Context } from '#lib/context';
import { findRecoveryCodes, type RecoveryCodeState } from '#lib/factors/recovery-code-store';
import type { SessionWithUser } from '#lib/sessions/browser-state';

export type RecoveryCodesView = {
  /** Null without recovery codes. */
  readonly codes: RecoveryCodeState | null;
  /** Recovery codes require a second factor. */
  readonly mayRenew: boolean;
};

/** The page /account/recovery-codes. The codes themselves are shown only once, in the response that creates them. */
export async function readRecoveryCodes(
  { sub, factors }: SessionWithUser,
  { db }: Context,
): Promise<RecoveryCodesView> {
  return { codes: await findRecoveryCodes(db, sub), mayRenew: factors.totp || factors.passkeys > 0 };
}
