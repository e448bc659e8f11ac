import { accountHandles } from './account-handles';

/** In seconds: for how long an account knows a browser after a sign-in. */
export const knownBrowserSeconds = 180 * 24 * 60 * 60;

/** The handles by which accounts know a browser. */
export const { read: readKnownBrowser, write: writeKnownBrowser } = accountHandles('signet-known', knownBrowserSeconds);
