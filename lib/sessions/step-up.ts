import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { type Proof, writeProofs } from '#lib/factors/proof';
import type { Settings } from '#lib/settings/settings';
import { writeBrowserCookie } from './browser-cookie';
import { authenticatedBy, type BrowserState, type SessionWithUser } from './browser-state';
import { cookieSeconds } from './session-life';
import { replaceHandle, replaceProofs } from './session-store';

export type StepUp = {
  readonly settings: Pick<Settings, 'secret' | 'secure'>;
  readonly browser: BrowserState;
  readonly session: SessionWithUser;
  readonly proof: Proof;
  readonly now: Date;
};

/**
 * Adds a factor to a session. The browser gets a new handle (security #99). `sid` and the time of the sign-in stay.
 * @returns the session and the Set-Cookie of the response; null if the session has ended, or changed since it was read
 */
export async function stepUp(
  tx: Transaction,
  { settings, browser, session, proof, now }: StepUp,
): Promise<{ readonly session: SessionWithUser; readonly setCookie: readonly string[] } | null> {
  const handle = createHandle();
  const { browserId, sessions } = browser;
  if (browserId === null || (await run(tx, [replaceHandle(browserId, hashHandle(handle))])) !== null) return null;
  const proofs = [...session.proofs, proof];
  const written = { old: writeProofs(session.proofs), new: writeProofs(proofs) };
  if (!(await replaceProofs(tx, session.sid, written, now))) return null;
  const setCookie = [await writeBrowserCookie(handle, cookieSeconds(sessions, now), settings)];
  return { session: { ...session, ...authenticatedBy(proofs, session.isSpared) }, setCookie };
}
