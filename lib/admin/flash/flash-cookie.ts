import { z } from 'zod';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { sealCookie, unsealCookie } from '#lib/sessions/sealed-cookie';
import type { Settings } from '#lib/settings/settings';
import type { Principal } from '../access/principal';
import type { Flash } from './flash';

const name = 'signet-flash';
const purpose = 'admin flash';

/** The page that reads it follows at once. */
const lifetimeSeconds = 60;

/** A cookie has room for some 4,000 characters, sealed. */
const maximumText = 400;

const flashSchema = z.object({
  sid: z.string().nullable(),
  text: z.string().max(maximumText),
  revision: z.int().nullable(),
  undo: z.boolean(),
});

type Owner = Pick<Principal, 'sid'>;

/** A cookie as Next sets it. */
type Cookie = { readonly name: string; readonly value: string } & Readonly<typeof attributes> & {
    readonly secure: boolean;
    readonly maxAge: number;
  };

const attributes = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** The cookie that carries the message after an action to the next page of the same session. */
export async function writeFlash(flash: Flash, { sid }: Owner, settings: Settings): Promise<Cookie> {
  const { length } = flash.text;
  const text = length > maximumText ? `${flash.text.slice(0, maximumText - 1)}…` : flash.text;
  const value = await sealCookie({ ...flash, text, sid }, settings.secret, purpose);
  return { name: cookieName(name, settings), value, ...attributes, secure: settings.secure, maxAge: lifetimeSeconds };
}

/** Whether a browser sent the cookie; it has to be deleted then, regardless of its content. */
export function hasFlash(cookieHeader: string | undefined, settings: Settings): boolean {
  return readCookie(cookieHeader, cookieName(name, settings)) !== null;
}

/** @returns null for anything that was not sealed here for this session */
export async function readFlash(
  cookieHeader: string | undefined,
  { sid }: Owner,
  settings: Settings,
): Promise<Flash | null> {
  const value = readCookie(cookieHeader, cookieName(name, settings));
  const read = value === null ? null : flashSchema.safeParse(await unsealCookie(value, settings.secret, purpose));
  if (!read?.success || read.data.sid !== sid) return null;
  const { text, revision, undo } = read.data;
  return { text, revision, undo };
}

/** The Set-Cookie value that deletes it. */
export function clearFlash(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}
