import { hashHandle } from '#lib/crypto/hash';
import { createHandle } from '#lib/crypto/random';
import type { Transaction } from '#lib/db/database';
import type { Settings } from '#lib/settings/settings';
import {
  deleteKnownBrowsers,
  findKnownBrowsers,
  findSurplusBrowsers,
  insertKnownBrowser,
} from '#lib/users/known-browser-store';
import { knownBrowserSeconds, readKnownBrowser, writeKnownBrowser } from './known-browser-cookie';

/** The number of browsers that an account knows: a program that signs in without cookies must not fill the table. */
const browsersPerAccount = 50;

export type SignedInBrowser = {
  readonly sub: string;
  readonly cookieHeader: string | undefined;
  readonly settings: Pick<Settings, 'secure'>;
  readonly now: Date;
};

/**
 * Makes a browser known to an account after a sign-in. The browser gets a new handle for this account each time, so an
 * earlier copy of the cookie is worthless (security #99); the handles of other accounts stay.
 * @returns whether the account knew it before, and the Set-Cookie of the response
 */
export async function knowBrowser(
  tx: Transaction,
  { sub, cookieHeader, settings, now }: SignedInBrowser,
): Promise<{ readonly wasKnown: boolean; readonly setCookie: string }> {
  const carried = readKnownBrowser(cookieHeader, settings);
  const good = await findKnownBrowsers(tx, carried.map(hashHandle), now);
  const own = good.filter((known) => known.sub === sub).map(({ hash }) => hash);
  const others = new Set<string>(good.filter((known) => known.sub !== sub).map(({ hash }) => hash));
  const handle = createHandle();
  await deleteKnownBrowsers(tx, own);
  const expiresAt = new Date(now.getTime() + knownBrowserSeconds * 1000);
  await insertKnownBrowser(tx, { hash: hashHandle(handle), sub, createdAt: now, expiresAt });
  await deleteKnownBrowsers(tx, await findSurplusBrowsers(tx, sub, browsersPerAccount));
  const kept = carried.filter((one) => others.has(hashHandle(one)));
  return { wasKnown: own.length > 0, setCookie: writeKnownBrowser([handle, ...kept], settings) };
}
