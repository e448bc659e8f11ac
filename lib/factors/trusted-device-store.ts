import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { dayMs, latestStart } from '#lib/vocabulary/time';

/** A browser on which an account is not asked for a second factor. */
export type TrustedDevice = {
  /** The identifier on pages and in forms. */
  readonly id: string;
  readonly sub: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
};

/** How long trust lasts at most, in days, by the portal's current setting. 0 means that no device is trusted. */
type Validity = { readonly days: number; readonly now: Date };

/** The condition for a device that is still trusted. A setting that was lowered also counts for earlier trust. */
export function stillTrusted({ days, now }: Validity) {
  return { createdAt: { gt: daysLater(now, -days), lte: latestStart(now) }, expiresAt: { gt: now } };
}

function daysLater(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}

/** The valid ones of a browser's handles, with their accounts. */
export async function findTrustedDevices(
  db: Database | Transaction,
  hashes: readonly HandleHash[],
  validity: Validity,
): Promise<{ readonly hash: string; readonly sub: string }[]> {
  if (hashes.length === 0) return [];
  return db.trustedDevice.findMany({
    where: { hash: { in: [...hashes] }, ...stillTrusted(validity) },
    select: { hash: true, sub: true },
  });
}

export async function insertTrustedDevice(
  tx: Transaction,
  device: TrustedDevice & { readonly hash: HandleHash },
): Promise<void> {
  await tx.trustedDevice.create({ data: device, select: { hash: true } });
}

/** Records that a trusted device replaced the second factor. */
export async function recordTrustedUse(tx: Transaction, hash: string, now: Date): Promise<void> {
  await tx.trustedDevice.updateMany({ where: { hash }, data: { lastUsedAt: now } });
}

/**
 * A person's trusted devices with their current ends, most recently used first.
 * @param part all of them by default
 */
export async function listTrustedDevices(
  db: Database,
  sub: string,
  validity: Validity,
  part: { readonly skip?: number; readonly take?: number } = {},
): Promise<TrustedDevice[]> {
  const devices = await db.trustedDevice.findMany({
    where: { sub, ...stillTrusted(validity) },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
    omit: { hash: true },
    ...part,
  });
  return devices.map(({ expiresAt, ...device }) => {
    const ends = [expiresAt, daysLater(device.createdAt, validity.days)];
    return { ...device, expiresAt: new Date(Math.min(...ends.map((end) => end.getTime()))) };
  });
}

/** The number of a person's trusted devices. */
export async function countTrustedDevices(db: Database, sub: string, validity: Validity): Promise<number> {
  return db.trustedDevice.count({ where: { sub, ...stillTrusted(validity) } });
}

/**
 * Stops trusting one device.
 * @returns false if the person has no such device
 */
export async function removeTrustedDevice(tx: Transaction, sub: string, id: string): Promise<boolean> {
  return (await tx.trustedDevice.deleteMany({ where: { sub, id } })).count === 1;
}

/**
 * Stops trusting all devices of a person.
 * @returns how many there were
 */
export async function removeTrustedDevices(tx: Transaction, sub: string): Promise<number> {
  return (await tx.trustedDevice.deleteMany({ where: { sub } })).count;
}
