import type { Context } from '#lib/context';
import { listTrustedDevices, type TrustedDevice } from '#lib/factors/trusted-device-store';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { type BrowserWords, browserWords } from '#lib/vocabulary/browser-words';

export type TrustedDeviceRow = Pick<TrustedDevice, 'id' | 'address' | 'lastUsedAt' | 'expiresAt'> & BrowserWords;

/** The page /account/trusted-devices, most recently used first. */
export async function readTrustedDevices(
  { sub }: SessionWithUser,
  { db, snapshot, now }: Context,
): Promise<readonly TrustedDeviceRow[]> {
  const devices = await listTrustedDevices(db, sub, { days: snapshot.portal.trustedDeviceDays, now });
  return devices.map(({ id, address, lastUsedAt, expiresAt, userAgent }) => ({
    ...browserWords(userAgent),
    id,
    address,
    lastUsedAt,
    expiresAt,
  }));
}
