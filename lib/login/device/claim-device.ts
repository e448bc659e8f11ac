import type { Context } from '#lib/context';
import type { HandleHash } from '#lib/crypto/random';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { claimDevice } from '#lib/tokens/devices/device-store';
import { hashUserCode } from '#lib/tokens/devices/user-code';
import type { OpenDevice, OpenInteraction } from '../load-interaction';

/**
 * The first person who reaches the confirmation owns the device's request from then on (RFC 8628 §5.5). Others read on
 * the page that there is nothing to answer.
 */
export async function claimForPerson(
  { interaction }: OpenDevice,
  { sub }: SessionWithUser,
  { db, now }: Context,
): Promise<void> {
  const { userCode, deviceHash } = interaction.device;
  const claim = { code: hashUserCode(userCode, null), owned: hashUserCode(userCode, sub) };
  await claimDevice(db, deviceHash, claim, now);
}

/**
 * Moves the claim to another account of the same person. Both accounts are signed in on this browser, where the code
 * was entered. Claims of other people do not change (security #76).
 */
export async function handOver(
  open: OpenInteraction,
  { sessions }: BrowserState,
  { sub }: SessionWithUser,
  { db, now }: Context,
): Promise<void> {
  if (open.kind !== 'device') return;
  const { userCode, deviceHash } = open.interaction.device;
  const owned = hashUserCode(userCode, sub);
  for (const other of sessions.filter((session) => session.sub !== sub)) {
    await claimDevice(db, deviceHash, { code: hashUserCode(userCode, other.sub), owned }, now);
  }
}

/** The keys of a code for this person: unclaimed, and claimed by this person. */
export function ownedCodes(userCode: string, sub: string | undefined): readonly HandleHash[] {
  const unclaimed = hashUserCode(userCode, null);
  return sub === undefined ? [unclaimed] : [unclaimed, hashUserCode(userCode, sub)];
}
