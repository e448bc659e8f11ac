import type { HttpRequest } from './types';

/** The parameters of a query string or form body. */
export type Parameters = {
  /** The first value of each name with a value. */
  readonly values: ReadonlyMap<string, string>;
  /** The names that occur more than once although they must not. */
  readonly repeated: ReadonlySet<string>;
  /** All values of the names that may occur more than once. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
};

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Whether the body is a form. The protocol is stricter about its character set (lib/protocol/read-form.ts). */
export function hasFormBody({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return formType.test(headers['content-type'] ?? '');
}

const maximumParameters = 200;

/** The only protocol parameters that may occur more than once (RFC 8707 §2, RFC 8693 §2.1). */
const protocolLists: ReadonlySet<string> = new Set(['resource', 'audience']);

/**
 * Parses application/x-www-form-urlencoded text strictly. An empty value counts as absent (RFC 6749 §3.1), and so does
 * one of only spaces.
 * @param lists the names that may be repeated
 * @returns null for a broken percent-encoding, a NUL, bytes that are not UTF-8, or more than 200 parameters
 */
export function parseParameters(text: string, lists: ReadonlySet<string> = protocolLists): Parameters | null {
  const pairs = readPairs(text, maximumParameters);
  if (pairs === null) return null;
  const parsed = { values: new Map<string, string>(), repeated: new Set<string>(), lists: new Map<string, string[]>() };
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    const isEmpty = value.trim() === '';
    if (lists.has(name)) {
      if (!isEmpty) parsed.lists.set(name, [...(parsed.lists.get(name) ?? []), value]);
    } else if (seen.has(name)) parsed.repeated.add(name);
    else if (!isEmpty) parsed.values.set(name, value);
    seen.add(name);
  }
  return parsed;
}

/**
 * The names and values of application/x-www-form-urlencoded text in their order, empty ones too.
 * @returns null as parseParameters(), and if there are more than `maximum`
 */
export function readPairs(text: string, maximum: number): [name: string, value: string][] | null {
  const pairs: [name: string, value: string][] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeComponent(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodeComponent(pair.slice(equals + 1));
    if (name === null || value === null || pairs.length === maximum) return null;
    pairs.push([name, value]);
  }
  return pairs;
}

/**
 * Decodes one form-encoded component: `+` is a space, %XX are UTF-8 bytes.
 * @returns null if it is malformed or contains a NUL
 */
export function decodeComponent(text: string): string | null {
  if (!/[%+\0]/.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}
