import type { Context } from '#lib/context';
import { findAuthenticator } from '#lib/factors/authenticator-store';
import { findRecoveryCodes, type RecoveryCodeState } from '#lib/factors/recovery-code-store';
import { showTotpSetup, type TotpSetupView } from '#lib/factors/totp-setup';
import { listTrustedDevices, type TrustedDevice } from '#lib/factors/trusted-device-store';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { keptName } from '#lib/theme/brand';
import { type BrowserWords, browserWords } from '#lib/vocabulary/browser-words';
import { type NumberedPage, pageSize } from '#lib/vocabulary/numbered-page';
import { personFrame } from '../person-view';

export type AuthenticatorModel = {
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
  { db, settings, snapshot }: Context,
): Promise<AuthenticatorModel> {
  const { issuer, secret } = settings;
  const stored = await findAuthenticator(db, sub, secret);
  const current = stored && { createdAt: stored.createdAt, lastUsedAt: stored.lastUsedAt };
  if (current !== null && query.replace !== '1') return { current, setup: null };
  const names = { issuer, name: keptName(personFrame(user, snapshot)), username: user.username };
  return { current, setup: showTotpSetup(query.setup ?? null, { sub, boundTo: sid }, names, secret) };
}

export type RecoveryCodesModel = {
  /** Null without recovery codes. */
  readonly codes: RecoveryCodeState | null;
  /** Recovery codes require a second factor. */
  readonly mayRenew: boolean;
};

/** The page /account/recovery-codes. The codes themselves are shown only once, in the response that creates them. */
export async function readRecoveryCodes(
  { sub, factors }: SessionWithUser,
  { db }: Context,
): Promise<RecoveryCodesModel> {
  return { codes: await findRecoveryCodes(db, sub), mayRenew: factors.totp || factors.passkeys > 0 };
}

export type TrustedDeviceRow = Pick<TrustedDevice, 'id' | 'address' | 'lastUsedAt' | 'expiresAt'> & BrowserWords;

/** A page of /account/trusted-devices, most recently used first. */
export async function readTrustedDevices(
  { sub }: SessionWithUser,
  { db, snapshot, now }: Context,
  page = 1,
): Promise<NumberedPage<TrustedDeviceRow>> {
  const part = { skip: (page - 1) * pageSize, take: pageSize + 1 };
  const devices = await listTrustedDevices(db, sub, { days: snapshot.portal.trustedDeviceDays, now }, part);
  const rows = devices.slice(0, pageSize).map(({ id, address, lastUsedAt, expiresAt, userAgent }) => ({
    ...browserWords(userAgent),
    id,
    address,
    lastUsedAt,
    expiresAt,
  }));
  return { rows, page, hasNext: devices.length > pageSize };
}
