import { authenticatorName } from '#lib/factors/passkeys/authenticator-name';
import type { AdminContext } from '../admin-context';
import { findFactors } from './factor-store';
import { notFound } from './read-user';

/** A factor of a person besides the password. All recovery codes together are one factor. */
type UserFactor = {
  /** `totp`, `recovery`, or the ID of the passkey. */
  readonly id: string;
  readonly kind: 'passkey' | 'totp' | 'recovery';
  /** The name that the person gave it, or the name of its authenticator. Null if neither is known. */
  readonly name: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** The number of unused recovery codes. Null for other factors. */
  readonly left: number | null;
};

export type UserFactors = {
  readonly factors: readonly UserFactor[];
  /** The number of browsers in which the person needs no second factor. */
  readonly trustedDevices: number;
  /** The person must set a new password at the next sign-in. */
  readonly mustSetPassword: boolean;
  /** The open mailed links, the oldest first. */
  readonly mailedLinks: readonly { readonly kind: string; readonly expiresAt: Date }[];
};

/** The factors of a person, without their keys. @throws AdminError `not_found` */
export async function readUserFactors({ db, snapshot, now }: AdminContext, sub: string): Promise<UserFactors> {
  const found = await findFactors(db, sub, { days: snapshot.portal.trustedDeviceDays, now });
  if (found === null) throw notFound();
  const { passkeys, authenticator, recoveryCodes, trustedDevices, mustSetPassword, accountLinks } = found;
  const [code] = recoveryCodes;
  const used = recoveryCodes.flatMap(({ usedAt }) => usedAt ?? []).sort((a, b) => b.getTime() - a.getTime());
  const factors: UserFactor[] = passkeys.map(({ id, name, aaguid, ...times }) => {
    return { id, kind: 'passkey', name: name || authenticatorName(aaguid), ...times, left: null };
  });
  if (authenticator !== null) factors.push({ id: 'totp', kind: 'totp', name: null, ...authenticator, left: null });
  if (code !== undefined) {
    const left = recoveryCodes.length - used.length;
    const times = { createdAt: code.createdAt, lastUsedAt: used[0] ?? null };
    factors.push({ id: 'recovery', kind: 'recovery', name: null, ...times, left });
  }
  return { factors, trustedDevices: trustedDevices.length, mustSetPassword, mailedLinks: accountLinks };
}
