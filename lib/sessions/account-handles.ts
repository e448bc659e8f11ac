import { type Handle, isHandle } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { cookieName, readCookie, writeCookie } from './cookies';

/** The maximum number of accounts in one browser. The cookie has at most 440 characters. */
const accountsPerBrowser = 10;

type Secure = Pick<Settings, 'secure'>;

/**
 * A cookie with handles, one for each account, latest first. A handle is random and reveals nothing, so the cookie is not
 * sealed. Only the database knows its account and whether it is valid.
 */
type AccountHandles = {
  /** @returns an empty list without a well-formed cookie */
  readonly read: (cookieHeader: string | undefined, settings: Secure) => readonly Handle[];
  /**
   * The Set-Cookie value with the handles.
   * @param handles latest first; those beyond the limit are left out
   */
  readonly write: (handles: readonly Handle[], lifetimeSeconds: number, settings: Secure) => string;
};

export function accountHandles(name: string): AccountHandles {
  return {
    read: (cookieHeader, settings) => {
      const handles = (readCookie(cookieHeader, cookieName(name, settings)) ?? '').split('.');
      return handles.length <= accountsPerBrowser && handles.every(isHandle) ? handles : [];
    },
    write: (handles, lifetimeSeconds, settings) =>
      writeCookie(name, handles.slice(0, accountsPerBrowser).join('.'), lifetimeSeconds, settings),
  };
}
