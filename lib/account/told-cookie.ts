import { sha256 } from '#lib/crypto/hash';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';

const name = 'signet-told';

/** In seconds. After this time the answer itself is void. */
const lifetimeSeconds = 900;

/** Whether this browser already showed the message of an answer, so that a reload without a script does not repeat it. */
export function wasTold(answer: string, cookieHeader: string | undefined, settings: Settings): boolean {
  return readCookie(cookieHeader, cookieName(name, settings)) === sha256(answer);
}

/** The Set-Cookie value that remembers it. */
export function rememberTold(answer: string, settings: Settings): string {
  return writeCookie(name, sha256(answer), lifetimeSeconds, settings);
}
