import { z } from 'zod';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { sealCookie, unsealCookie } from '#lib/sessions/sealed-cookie';
import type { Settings } from '#lib/settings/settings';
import type { Principal } from '../access/principal';
import type { Flash } from './flash';

const name = 'signet-flash';
const purpose = 'admin flash';

/** In seconds. The next page reads the cookie immediately. */
const lifetimeSeconds = 60;

/** In characters. A cookie has room for about 4,000 characters, and this text is sealed. */
const maximumText = 400;

const flashSchema = z.object({
  sid: z.string().nullable(),
  text: z.string().max(maximumText),
  revision: z.int().nullable(),
});

type Owner = Pick<Principal, 'sid'>;

/** The Set-Cookie value with the message after an action, for the next page of the same session. */
export async function writeFlash(flash: Flash, { sid }: Owner, settings: Settings): Promise<string> {
  const { length } = flash.text;
  const text = length > maximumText ? `${flash.text.slice(0, maximumText - 1)}…` : flash.text;
  const value = await sealCookie({ ...flash, text, sid }, settings.secret, purpose);
  return writeCookie(name, value, lifetimeSeconds, settings);
}

/** Whether a browser sent the cookie. It must be deleted then, regardless of its content. */
export function hasFlash(cookieHeader: string | undefined, settings: Settings): boolean {
  return readCookie(cookieHeader, cookieName(name, settings)) !== null;
}

/** @returns null for any value that was not sealed here for this session */
export async function readFlash(
  cookieHeader: string | undefined,
  { sid }: Owner,
  settings: Settings,
): Promise<Flash | null> {
  const value = readCookie(cookieHeader, cookieName(name, settings));
  const read = value === null ? null : flashSchema.safeParse(await unsealCookie(value, settings.secret, purpose));
  if (!read?.success || read.data.sid !== sid) return null;
  const { text, revision } = read.data;
  return { text, revision };
}

/** The Set-Cookie value that deletes the cookie. */
export function clearFlash(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}
