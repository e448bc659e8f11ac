import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import type { Step } from '#lib/db/step';
import type { Settings } from '#lib/settings/settings';
import { findKnownBrowsers, saveKnownBrowser } from '#lib/users/known-browser-store';
import { daySeconds } from '#lib/vocabulary/time';
import { readKnownBrowser, writeKnownBrowser } from './browser-cookie';
import type { SessionLimits } from './session-life';

/**
 * The maximum number of browsers that an account knows, so that a program that signs in without cookies cannot fill the
 * table.
 */
const browsersPerAccount = 50;

/** For how long an account knows a browser after a sign-in, unless it may stay signed in for longer. */
const leastSeconds = 180 * daySeconds;

type SignedInBrowser = {
  readonly sub: string;
  readonly cookieHeader: string | undefined;
  readonly settings: Pick<Settings, 'secure'>;
  readonly portal: Pick<SessionLimits, 'rememberSeconds'>;
  readonly now: Date;
};

/** Whether the account already knew the browser, the Set-Cookie of the response, and the step that makes it known. */
type Acquaintance = { readonly wasKnown: boolean; readonly setCookie: string; readonly step: Step };

/**
 * Makes a browser known to an account after a sign-in. The browser gets a new handle for this account each time, so an
 * earlier copy of the cookie is worthless (security #99). The handles of other accounts stay.
 */
export async function knowBrowser(
  db: Database | Transaction,
  { sub, cookieHeader, settings, portal, now }: SignedInBrowser,
): Promise<Acquaintance> {
  const carried = readKnownBrowser(cookieHeader, settings);
  const good = await findKnownBrowsers(db, carried.map(hashHandle), now);
  const own = good.filter((known) => known.sub === sub).map(({ hash }) => hash);
  const others = new Set<string>(good.filter((known) => known.sub !== sub).map(({ hash }) => hash));
  const handle = createHandle();
  const seconds = Math.max(leastSeconds, portal.rememberSeconds);
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const kept = carried.filter((one) => others.has(hashHandle(one)));
  const browser = { hash: hashHandle(handle), sub, createdAt: now, expiresAt };
  return {
    wasKnown: own.length > 0,
    setCookie: writeKnownBrowser([handle, ...kept], seconds, settings),
    step: saveKnownBrowser(browser, own, browsersPerAccount),
  };
}
