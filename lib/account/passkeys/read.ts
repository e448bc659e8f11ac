import type { Context } from '#lib/context';
import { isTwoStep } from '#lib/factors/decide-factor';
import { authenticatorName, type Passkey, userHandleOf } from '#lib/factors/passkeys/passkey';
import { findPasskey, listPasskeys } from '#lib/factors/passkeys/passkey-store';
import { namesInBrowser } from '#lib/factors/passkeys/registration';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import type { User } from '#lib/users/user';

/** A passkey on its person's page. */
export type PasskeyView = Pick<Passkey, 'id' | 'name' | 'deviceBound' | 'createdAt' | 'lastUsedAt'> & {
  /** The authenticator that keeps it, for example a password manager. Null if it is unknown. */
  readonly keptBy: string | null;
};

export type PasskeysModel = {
  readonly passkeys: readonly PasskeyView[];
  /** The name of the account for authenticators. */
  readonly account: {
    readonly userHandle: string;
    readonly username: string;
    readonly displayName: string;
    readonly ids: readonly string[];
  };
  /** Two-step verification is off, and the person may turn it on. */
  readonly canAskAfterPassword: boolean;
};

/** The passkeys of a person, oldest first. Null if passkeys are disabled. */
export async function readPasskeys(
  { user, factors }: Pick<SessionWithUser, 'user' | 'factors'>,
  context: Context,
): Promise<PasskeysModel | null> {
  if (!passkeysOn(context)) return null;
  const passkeys = await listPasskeys(context.db, user.sub);
  const ids = passkeys.map(({ id }) => id);
  const account = { userHandle: userHandleOf(user.sub), ...namesInBrowser(user), ids };
  const policy = policyOf(portalScope, context);
  const canAskAfterPassword =
    policy.secondFactor === 'optional' && user.passwordHash !== null && !isTwoStep({ policy, factors });
  return { passkeys: passkeys.map(passkeyView), account, canAskAfterPassword };
}

/** One passkey of a person. Null if it does not exist, or belongs to another person. */
export async function readPasskey(user: User, id: string, context: Context): Promise<PasskeyView | null> {
  if (!passkeysOn(context)) return null;
  const passkey = await findPasskey(context.db, id);
  return passkey === null || passkey.sub !== user.sub ? null : passkeyView(passkey);
}

function passkeyView({ id, name, deviceBound, createdAt, lastUsedAt, aaguid }: Passkey): PasskeyView {
  return { id, name, deviceBound, createdAt, lastUsedAt, keptBy: authenticatorName(aaguid) };
}

/** Whether people may have passkeys here. */
export function passkeysOn(context: Context): boolean {
  return policyOf(portalScope, context).passkeys;
}
