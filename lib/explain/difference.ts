/** Where two addresses begin to differ, and in what. */
export type Difference = {
  /** In characters, from 0. */
  readonly index: number;
  /** For a person: `trailing slash`, `port`. */
  readonly name: string;
};

type Parts = {
  readonly scheme: string;
  readonly user: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
};

const parts = ['scheme', 'user', 'host', 'port', 'path', 'query', 'fragment'] as const;

/**
 * Finds the first difference between a received address and a registered one. They are compared as texts, as the
 * protocol does; taking them apart is only for the name.
 * @returns null when they are the same
 */
export function findDifference(received: string, registered: string): Difference | null {
  if (received === registered) return null;
  let index = 0;
  while (index < Math.min(received.length, registered.length) && received[index] === registered[index]) index += 1;
  return { index, name: nameOf(received, registered) };
}

function nameOf(received: string, registered: string): string {
  if (received.trim() === registered.trim()) return 'space around it';
  const [a, b] = [takeApart(received), takeApart(registered)];
  if (a === null || b === null) return 'not an absolute address';
  const part = parts.find((name) => a[name] !== b[name]) ?? 'path';
  return describe(part, a[part], b[part]);
}

function describe(part: (typeof parts)[number], received: string, registered: string): string {
  if (part === 'path' && isTrailingSlash(received, registered)) return 'trailing slash';
  if (decode(received) === decode(registered)) return `percent-encoding of the ${part}`;
  if (received.toLowerCase() === registered.toLowerCase()) return `upper and lower case of the ${part}`;
  if (received === '') return `${part}: missing`;
  if (registered === '') return `${part}: not registered`;
  return part;
}

function isTrailingSlash(a: string, b: string): boolean {
  return a === `${b}/` || b === `${a}/`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function takeApart(uri: string): Parts | null {
  const [, scheme, authority = '', path = '', query = '', fragment = ''] =
    /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(uri) ?? [];
  if (scheme === undefined) return null;
  const [, user = '', host = '', port = ''] = /^(.*@)?(\[[^\]]*\]|[^:]*)(:.*)?$/s.exec(authority) ?? [];
  return { scheme, user, host, port, path, query, fragment };
}
