import type { Context } from '#lib/protocol/context';
import type { BrowserState, SessionWithUser } from '#lib/sessions/browser-state';
import { claimDevice } from '#lib/tokens/devices/store';
import { hashUserCode } from '#lib/tokens/devices/user-code';
import type { OpenDevice, OpenInteraction } from '../load-interaction';

/**
 * A person goes on with another account than the one that claimed the device's request. Both are signed in on this
 * browser, which entered the code, so it is the same person's to give; anybody else's claim stays (security #76).
 */
export async function handOver(
  open: OpenInteraction | OpenDevice,
  { sessions }: BrowserState,
  { sub }: SessionWithUser,
  { db, now }: Context,
): Promise<void> {
  if (open.kind !== 'device') return;
  const { userCode } = open.interaction;
  const owned = hashUserCode(userCode, sub);
  for (const other of sessions.filter((session) => session.sub !== sub)) {
    await claimDevice(db, open.request.deviceHash, { code: hashUserCode(userCode, other.sub), owned }, now);
  }
}
