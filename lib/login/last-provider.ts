import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';

const name = 'signet-provider';

/** Half a year, in seconds. */
const lifetimeSeconds = 15_552_000;

/** The provider that this browser last signed in with. It only decides the order and a badge on the page. */
export function readLastProvider(cookieHeader: string | undefined, settings: Pick<Settings, 'secure'>): string | null {
  return readCookie(cookieHeader, cookieName(name, settings));
}

/** @param provider a configured name: letters, digits, dot, dash and underscore */
export function writeLastProvider(provider: string, settings: Pick<Settings, 'secure'>): string {
  return writeCookie(name, provider, lifetimeSeconds, settings);
}
