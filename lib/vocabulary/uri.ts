import { z } from 'zod';

export type Problem = { readonly code: string; readonly message: string };

/** RFC 3986 leaves these out; browsers repair them, each in its own way. */
const printable = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;
const web = /^https?:\/\/([^/?#]*)([^?#]*)/;

/**
 * What keeps a text from being an absolute http or https URI in a form that every parser reads alike: ASCII only, no
 * user information, the host as a browser would write it (so no 127.1 or 0x7f.1), no dot segments.
 * @returns null when there is nothing
 */
export function webUriProblem(uri: string): Problem | null {
  const characters = characterProblem(uri);
  if (characters) return characters;
  const [, authority, path] = web.exec(uri) ?? [];
  if (authority === undefined || path === undefined) {
    return { code: 'uri_scheme', message: 'expected an address that starts with https://' };
  }
  if (authority.includes('@')) return { code: 'uri_userinfo', message: 'must not hold a user name before the host' };
  if (!URL.canParse(uri)) return { code: 'uri_host', message: 'expected a host after the scheme' };
  const { host, hostname, protocol } = new URL(uri);
  if (authority !== host && authority !== `${hostname}:${protocol === 'https:' ? 443 : 80}`) {
    return { code: 'uri_host', message: `expected the host in its plain form, ${host}` };
  }
  return dotSegmentProblem(path);
}

/** @returns null when the text holds only characters that a URI may hold (RFC 3986 §2) */
export function characterProblem(uri: string): Problem | null {
  if (printable.test(uri)) return null;
  return { code: 'uri_characters', message: 'expected only the characters of a URI; write others as %XX' };
}

/** @param path the part before `?` and `#` */
export function dotSegmentProblem(path: string): Problem | null {
  const segments = path.split('/').map((segment) => segment.replace(/%2e/gi, '.'));
  if (!segments.includes('..') && !segments.includes('.')) return null;
  return { code: 'uri_dot_segment', message: 'must not hold the path segments . and ..' };
}

/** True for the host of this machine: the two loopback literals and localhost. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

/** An address that pages link to, or that the server asks: whether it may be asked over http the outbound guard decides. */
export const webUri = z.string().max(2000).superRefine(check(webUriProblem));

/** Scheme, host and port as a browser sends them in Origin (RFC 6454 §6.2). */
export const origin = z
  .string()
  .max(300)
  .superRefine(
    check((text) => {
      const problem = webUriProblem(text);
      if (problem) return problem;
      const expected = new URL(text).origin;
      return text === expected ? null : { code: 'origin', message: `expected an origin without path, ${expected}` };
    }),
  );

/** Makes a refinement of a function that names the problem. */
export function check(problemOf: (text: string) => Problem | null) {
  return (text: string, context: z.core.$RefinementCtx<string>): void => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: 'custom', message: problem.message, params: { code: problem.code } });
  };
}
