type Headers = Readonly<Record<string, string>>;

/**
 * The headers of every response: no type sniffing, no use by pages of other sites, and HSTS on https (RFC 6797).
 * @param secure true if the issuer is https
 */
export function commonHeaders(secure: boolean): Headers {
  const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
  if (!secure) return headers;
  return { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

const opener = { isolated: 'same-origin', open: 'unsafe-none' } as const;

const signInPath =
  /^\/(connect\/(authorize|endsession)|login|recover|signup|realm|consent|logout|error|federation)(\/|$)/;

/**
 * Cross-Origin-Opener-Policy: every response is isolated from the window that opened it, except the pages of a sign-in.
 * A client that signs in through a popup needs its opener after the redirect back, and a single isolated page on the
 * way would lose it.
 */
export function openerPolicy(path: string): string {
  return signInPath.test(path) ? opener.open : opener.isolated;
}
