type Headers = Readonly<Record<string, string>>;

/**
 * What every answer carries: no sniffing of types, no use by other sites' pages, HSTS on https (RFC 6797).
 * @param secure true when the issuer is https
 */
export function commonHeaders(secure: boolean): Headers {
  const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
  if (!secure) return headers;
  return { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

const opener = { isolated: 'same-origin', open: 'unsafe-none' } as const;

const signInPath = /^\/(connect\/(authorize|endsession)|login|signup|realm|consent|logout|error|federation)(\/|$)/;

/**
 * Cross-Origin-Opener-Policy: every answer is cut off from the window that opened it, except along the way of a
 * sign-in. An application that signs in through a popup needs its opener again after the redirect back, and one
 * isolated page on the way would take it away.
 */
export function openerPolicy(path: string): string {
  return signInPath.test(path) ? opener.open : opener.isolated;
}
