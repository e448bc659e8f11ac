import { equalDigests, hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle, type HandleHash, isHandle } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { cookieName, readCookies, writeCookie } from './cookies';

const name = 'signet-flow';

/** The number of tabs that a new browser can open at the same time. In further tabs, the sign-in has to start again. */
const maximumHandles = 16;

type FlowHandle = {
  readonly handle: Handle;
  /** The part that an interaction stores. */
  readonly hash: HandleHash;
};

/** Binds interactions and forms to the browser that opened them, before anybody is signed in. */
export type BrowserBinding = FlowHandle & {
  /** All handles of the browser. Each tab that was opened before the browser had a handle has its own. */
  readonly all: readonly FlowHandle[];
};

/**
 * The binding of a request. Null without one. Two concurrent responses each set a handle under its own name, so neither
 * replaces the other.
 */
export function readBinding(
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): BrowserBinding | null {
  const values = readCookies(cookieHeader, cookieName(name, settings));
  const all = values.filter(isHandle).slice(0, maximumHandles).map(toFlowHandle);
  const [first] = all;
  return first === undefined ? null : { ...first, all };
}

/** A new binding that lasts until the browser is closed, and its Set-Cookie value. */
export function createBinding(settings: Pick<Settings, 'secure'>): BrowserBinding & { readonly setCookie: string } {
  const created = toFlowHandle(createHandle());
  const setCookie = writeCookie(`${name}-${created.hash.slice(0, 8)}`, created.handle, null, settings);
  return { ...created, all: [created], setCookie };
}

/** The binding of a request, or a new one; `setCookie` is empty if there is nothing to set. */
export function bindBrowser(
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): BrowserBinding & { readonly setCookie: readonly string[] } {
  const existing = readBinding(cookieHeader, settings);
  if (existing !== null) return { ...existing, setCookie: [] };
  const created = createBinding(settings);
  return { ...created, setCookie: [created.setCookie] };
}

/** Whether a stored binding belongs to this browser. */
export function isBoundTo(binding: BrowserBinding, browserHash: string): boolean {
  return findBound(binding, browserHash) !== null;
}

/** The handle of this browser that a stored binding belongs to. Null if it belongs to another one. */
export function findBound({ all }: BrowserBinding, browserHash: string): Handle | null {
  return all.find(({ hash }) => equalDigests(hash, browserHash))?.handle ?? null;
}

function toFlowHandle(handle: Handle): FlowHandle {
  return { handle, hash: hashHandle(handle) };
}
