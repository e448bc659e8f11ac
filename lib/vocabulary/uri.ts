import { z } from 'zod';
import { type IssueFacts, refuse } from './entry';
import { boundedText } from './text';

export type UriProblem = { readonly code: string; readonly message: string; readonly facts?: IssueFacts };

/** The characters of RFC 3986. Browsers correct others in different ways. */
const printable = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;
const web = /^https?:\/\/([^/?#]*)([^?#]*)/;

/**
 * Why a text is not an absolute http or https URI that every parser reads in the same way: ASCII only, no user
 * information, the host in the form of browsers (so no 127.1 or 0x7f.1), no dot segments.
 * @returns null if there is no problem
 */
export function webUriProblem(uri: string): UriProblem | null {
  const characters = characterProblem(uri);
  if (characters) return characters;
  const [, authority, path] = web.exec(uri) ?? [];
  if (authority === undefined || path === undefined) {
    return { code: 'uri_scheme', message: 'expected an address that starts with https://' };
  }
  if (authority.includes('@')) return { code: 'uri_userinfo', message: 'must not contain a username before the host' };
  if (!URL.canParse(uri)) return { code: 'uri_host', message: 'expected a host after the scheme' };
  const { host, hostname, protocol } = new URL(uri);
  if (authority !== host && authority !== `${hostname}:${protocol === 'https:' ? 443 : 80}`) {
    return { code: 'uri_host', message: `expected the host in its plain form, ${host}`, facts: { host } };
  }
  if (!isPlainHost(hostname)) {
    return { code: 'uri_host', message: 'expected a host of letters, digits and hyphens, or an IP address' };
  }
  return dotSegmentProblem(path);
}

/** Labels of letters, digits and hyphens (RFC 1123 §2.1). The URL standard also allows `;`, `'`, `*` and others. */
const plainHost = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

/**
 * @param hostname the hostname of a parsed URL, so an address is in its plain form and an international name in ASCII
 */
function isPlainHost(hostname: string): boolean {
  return (hostname.length <= 253 && plainHost.test(hostname)) || /^\[[\da-f:]+\]$/.test(hostname);
}

/**
 * The origin of an http or https address, built from its parsed parts, safe for a header.
 * @returns null for any other address, and for an invalid host (a stored row may be older than the rule)
 */
export function webOrigin(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, hostname, origin } = new URL(uri);
  return /^https?:$/.test(protocol) && isPlainHost(hostname) ? origin : null;
}

/**
 * Schemes that browsers and systems handle themselves: they would run code, open a file, write a mail or start another
 * program.
 */
const takenSchemes = new Set(
  'about blob content data file ftp http https intent javascript mailto openid sms tel urn vbscript view-source ws wss'.split(
    ' ',
  ),
);

/** Whether a name can be a program's own scheme without a dot, such as `cursor`. */
export function isCustomScheme(name: string): boolean {
  return /^[a-z][a-z\d+-]{1,30}$/.test(name) && !takenSchemes.has(name);
}

/**
 * Whether a scheme in any case can belong to a program (RFC 8252 §7.1). A single letter could be a drive of Windows.
 */
export function isPrivateUseScheme(name: string): boolean {
  return /^[a-z][a-z\d+.-]+$/i.test(name) && !takenSchemes.has(name.toLowerCase());
}

/** @returns null if the text contains only characters of a URI (RFC 3986 §2) */
export function characterProblem(uri: string): UriProblem | null {
  if (printable.test(uri)) return null;
  return { code: 'uri_characters', message: 'expected only URI characters; encode others as %XX' };
}

/** @param path the part before `?` and `#` */
export function dotSegmentProblem(path: string): UriProblem | null {
  const segments = path.split('/').map((segment) => segment.replace(/%2e/gi, '.'));
  if (!segments.includes('..') && !segments.includes('.')) return null;
  return { code: 'uri_dot_segment', message: 'must not contain the path segments . and ..' };
}

/** Whether a host is this machine: one of the two loopback literals, or localhost. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

/**
 * An address that pages link to or the server requests. The outbound guard decides whether it may be requested over
 * http.
 */
export const webUri = boundedText(2000, check(webUriProblem));

/** An address to which browsers are redirected with protected data. */
export const httpsUri = boundedText(
  2000,
  check((uri) => webUriProblem(uri) ?? (uri.startsWith('https:') ? null : notHttps)),
);

const notHttps: UriProblem = { code: 'uri_https', message: 'expected an address that starts with https://' };

/** Scheme, host and port as a browser sends them in Origin (RFC 6454 §6.2). */
export const origin = boundedText(
  300,
  check((text) => {
    const problem = webUriProblem(text);
    if (problem) return problem;
    const expected = new URL(text).origin;
    return text === expected
      ? null
      : { code: 'origin', message: `expected an origin without path, ${expected}`, facts: { expected } };
  }),
);

/** Turns a function that returns a problem into a check of boundedText(). */
export function check(problemOf: (text: string) => UriProblem | null): z.core.$ZodCheck<string> {
  return z.superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) refuse(context, [], problem.code, problem.message, problem.facts);
  });
}
