import type { Context } from '#lib/context';
import { findAuthenticator } from '#lib/factors/authenticator-store';
import { showTotpSetup, type TotpSetupView } from '#lib/factors/totp-setup';
import type { SessionWithUser } from '#lib/sessions/browser-state';

export type AuthenticatorView = {
  /** The person's present app. Null if there is none. */
  readonly current: { readonly createdAt: Date; readonly lastUsedAt: Date | null } | null;
  /** The setup of a new app. Null unless the person wants to replace the present one. */
  readonly setup: TotpSetupView | null;
};

/**
 * The page /account/authenticator.
 * @param query `replace` shows a new key although there is an app; `setup` shows the same key again
 */
export async function readAuthenticator(
  { sub, sid, user }: SessionWithUser,
  query: { readonly replace?: string; readonly setup?: string },
  { db, settings }: Context,
): Promise<AuthenticatorView> {
  const { issuer, secret } = settings;
  const stored = await findAuthenticator(db, sub, secret);
  const current = stored && { createdAt: stored.createdAt, lastUsedAt: stored.lastUsedAt };
  if (current !== null && query.replace !== '1') return { current, setup: null };
  const names = { issuer, username: user.username };
  return { current, setup: showTotpSetup(query.setup ?? null, { sub, boundTo: sid }, names, secret) };
}
