import { hashHandle } from '#lib/crypto/hash';
import { createHandle, createId } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { findTrustedDevices, insertTrustedDevice, recordTrustedUse } from '#lib/factors/trusted-device-store';
import type { Settings } from '#lib/settings/settings';
import { dayMs, daySeconds } from '#lib/vocabulary/time';
import { accountHandles } from './account-handles';

/**
 * In seconds. A device can be trusted for at most a year (`trusted_device_days`). The actual end is in the database.
 */
const cookieSeconds = 365 * daySeconds;

const cookie = accountHandles('signet-trusted');

type BrowserOfPerson = {
  readonly sub: string;
  readonly cookieHeader: string | undefined;
  readonly settings: Pick<Settings, 'secure'>;
  /** How long trust lasts (`trusted_device_days`). 0 means that no device is trusted. */
  readonly days: number;
  readonly now: Date;
};

/** Whether the browser is a trusted device of the account. Records the use. */
export async function checkTrustedDevice(
  tx: Transaction,
  { sub, cookieHeader, settings, days, now }: BrowserOfPerson,
): Promise<boolean> {
  const hashes = cookie.read(cookieHeader, settings).map(hashHandle);
  const own = (await findTrustedDevices(tx, hashes, { days, now })).find((device) => device.sub === sub);
  if (own === undefined) return false;
  await recordTrustedUse(tx, own.hash, now);
  return true;
}

type NewTrustedDevice = BrowserOfPerson & {
  readonly userAgent: string | null;
  readonly address: string;
};

/**
 * Makes the browser a trusted device.
 * @returns the Set-Cookie of the response
 */
export async function trustDevice(tx: Transaction, device: NewTrustedDevice): Promise<string> {
  const { sub, cookieHeader, settings, now, days, userAgent, address } = device;
  const carried = cookie.read(cookieHeader, settings);
  const others = await othersOf(tx, carried, device);
  const handle = createHandle();
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const row = { id: createId(), sub, userAgent, address, createdAt: now, lastUsedAt: now, expiresAt };
  await insertTrustedDevice(tx, { ...row, hash: hashHandle(handle) });
  return cookie.write([handle, ...others], cookieSeconds, settings);
}

/** Keeps the handles of other accounts. The handle of this account is replaced. */
async function othersOf(
  db: Database | Transaction,
  carried: ReturnType<typeof cookie.read>,
  { sub, days, now }: BrowserOfPerson,
) {
  const valid = await findTrustedDevices(db, carried.map(hashHandle), { days, now });
  const others = new Set(valid.filter((device) => device.sub !== sub).map(({ hash }) => hash));
  return carried.filter((handle) => others.has(hashHandle(handle)));
}
