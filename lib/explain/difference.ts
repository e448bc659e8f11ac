/** The position and the component where two addresses start to differ. */
type Difference = {
  /** The position in the registered address, starting at 0. */
  readonly index: number;
  /** The position in the received address. Absent if it is the same. */
  readonly receivedIndex?: number;
  /** A readable name: `trailing slash`, `port`. */
  readonly name: string;
};

/** The components of an address. Joined in order, with a colon after the scheme, they give the address. */
export type AddressParts = {
  readonly scheme: string;
  /** The two slashes before an authority. Empty without one. */
  readonly authority: string;
  readonly user: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
};

export const addressParts = ['scheme', 'authority', 'user', 'host', 'port', 'path', 'query', 'fragment'] as const;

/**
 * Finds the first difference between a received address and a registered one. They are compared as text, as in the
 * protocol. They are parsed only to name the difference.
 * @param isPortFree whether a loopback address may have another port than the registered one (RFC 8252 §7.3)
 * @returns null if they are equal, or differ only in such a port
 */
export function findDifference(received: string, registered: string, isPortFree = false): Difference | null {
  const compared = isPortFree ? withPortOf(registered, received) : received;
  if (compared === registered) return null;
  let index = 0;
  while (index < Math.min(compared.length, registered.length) && compared[index] === registered[index]) index += 1;
  const moved = received.length - compared.length;
  return { index, ...(moved !== 0 && { receivedIndex: index + moved }), name: nameOf(compared, registered) };
}

/** The two loopback literals, which may have any port. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?(?=[/?]|$)/;

/**
 * A received loopback address with the port of the registered one, if both have the same host. Other addresses stay
 * unchanged.
 */
export function withPortOf(registered: string, received: string): string {
  const [ours, theirs] = [loopback.exec(registered), loopback.exec(received)];
  if (ours === null || theirs === null || ours[1] !== theirs[1]) return received;
  return `${ours[0]}${received.slice(theirs[0].length)}`;
}

function nameOf(received: string, registered: string): string {
  if (received.trim() === registered.trim()) return 'space around it';
  const [a, b] = [splitAddress(received), splitAddress(registered)];
  if (a === null || b === null) return 'not an absolute address';
  const part = addressParts.find((name) => name !== 'authority' && a[name] !== b[name]) ?? 'path';
  return describe(part, a[part], b[part]);
}

function describe(part: keyof AddressParts, received: string, registered: string): string {
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

/** @returns null for anything except an absolute address */
export function splitAddress(uri: string): AddressParts | null {
  const [, scheme, slashes = '', authority = '', path = '', query = '', fragment = ''] =
    /^([A-Za-z][A-Za-z0-9+.-]*):(?:(\/\/)([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(uri) ?? [];
  if (scheme === undefined) return null;
  const [, user = '', host = '', port = ''] = /^(.*@)?(\[[^\]]*\]|[^:]*)(:.*)?$/s.exec(authority) ?? [];
  return { scheme, authority: slashes, user, host, port, path, query, fragment };
}
