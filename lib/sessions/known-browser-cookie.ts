import { daySeconds } from '#lib/vocabulary/time';
import { accountHandles } from './account-handles';
import type { SessionLimits } from './session-life';

const leastSeconds = 180 * daySeconds;

/** In seconds: for how long an account knows a browser after a sign-in. Never shorter than it may stay signed in. */
export function knownBrowserSeconds({ rememberSeconds }: Pick<SessionLimits, 'rememberSeconds'>): number {
  return Math.max(leastSeconds, rememberSeconds);
}

/** The handles by which accounts know a browser. */
export const { read: readKnownBrowser, write: writeKnownBrowser } = accountHandles('signet-known');
