import { createHash } from 'node:crypto';

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

/** A directive of a Content-Security-Policy with its sources. `sandbox` has none. */
export type PolicyDirective = readonly [name: string, ...sources: string[]];

const keyword = /^'(?:none|self|unsafe-eval|unsafe-inline|strict-dynamic)'$/;
const nonceOrHash = /^'(?:nonce|sha256)-[A-Za-z0-9+/_-]+={0,2}'$/;
const origin = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/**
 * Writes a policy (CSP 3 §2.2). Every part is checked, because a semicolon or a space in it would start another
 * directive or allow another source.
 * @throws if a part is not one that our policies use
 */
export function contentSecurityPolicy(directives: readonly PolicyDirective[]): string {
  return directives.map(writeDirective).join('; ');
}

function writeDirective([name, ...sources]: PolicyDirective): string {
  if (!/^[a-z-]+$/.test(name)) throw new Error('a policy has a directive that is none');
  if (!sources.every(isSource)) throw new Error(`the directive ${name} of a policy has a source that is none`);
  return [name, ...sources].join(' ');
}

function isSource(source: string): boolean {
  return source === 'data:' || keyword.test(source) || nonceOrHash.test(source) || origin.test(source);
}

/** The source expression that allows exactly this inline text (CSP 3 §2.3.1). */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
