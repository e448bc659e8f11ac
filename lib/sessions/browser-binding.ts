import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle, type HandleHash } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { cookieName, readCookie, writeCookie } from './cookies';

const name = 'signet-flow';

/** What ties interactions and forms to the browser they were opened in, before anybody is signed in. */
export type BrowserBinding = {
  readonly handle: Handle;
  /** What an interaction stores of it. */
  readonly hash: HandleHash;
};

/** The binding a request brought; null without one, or with two. */
export function readBinding(
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): BrowserBinding | null {
  const value = readCookie(cookieHeader, cookieName(name, settings));
  return value !== null && isHandle(value) ? { handle: value, hash: hashHandle(value) } : null;
}

/** A new binding, for the time the browser is open, and the Set-Cookie value that leaves it there. */
export function createBinding(settings: Pick<Settings, 'secure'>): BrowserBinding & { readonly setCookie: string } {
  const handle = createHandle();
  return { handle, hash: hashHandle(handle), setCookie: writeCookie(name, handle, null, settings) };
}

/** The binding a request brought, else a new one; `setCookie` is empty when there is nothing to set. */
export function bindBrowser(
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): BrowserBinding & { readonly setCookie: readonly string[] } {
  const existing = readBinding(cookieHeader, settings);
  if (existing !== null) return { ...existing, setCookie: [] };
  const created = createBinding(settings);
  return { ...created, setCookie: [created.setCookie] };
}

function isHandle(value: string): value is Handle {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}
