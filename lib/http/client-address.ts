import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** For a connection that is already closed. The response is never seen. */
const noAddress = '0.0.0.0';

type Network = readonly [Address, number];

/** The proxies whose X-Forwarded-For is trusted. */
export type TrustedProxies = readonly Network[];

/** @param list addresses and CIDR networks, already validated by the settings */
export function parseTrustedProxies(list: readonly string[]): TrustedProxies {
  return list.map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/**
 * The client's address in canonical form: the socket's peer or, if the peer is a trusted proxy, the right-most hop of
 * X-Forwarded-For that is not one. Everything to the left of that hop is a claim of the client.
 * @param peer the socket's remote address; undefined if the connection is closed
 * @param forwardedFor the header's value, several headers joined by commas
 */
export function findClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  const isDirect = proxies.length === 0 || forwardedFor === undefined;
  // The socket reports IPv4 in canonical form, so the common case needs no parsing.
  if (isDirect && peer !== undefined && !peer.includes(':')) return peer;
  let found = parseAddress(peer ?? '');
  if (found === null) return noAddress;
  if (isDirect) return found.toString();
  const hops = forwardedFor.split(',');
  while (hops.length > 0 && isTrusted(found, proxies)) {
    const hop = parseHop(hops.pop() ?? '');
    // If a hop is not an address, those to its left are unknown. The proxy that reported it is the last known hop.
    if (hop === null) break;
    found = hop;
  }
  return found.toString();
}

/** Whether the socket's peer is a trusted proxy. */
export function isTrustedPeer(peer: string | undefined, proxies: TrustedProxies): boolean {
  const address = parseAddress(peer ?? '');
  return address !== null && isTrusted(address, proxies);
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Parsed = { readonly address: Address | null; readonly isLoopback: boolean };

/** The same proxies and clients send many requests. */
const parsed = new LRUCache<string, Parsed>({ max: 1000 });

/** Longer than any address. */
const longest = 100;

function parseAddress(text: string): Address | null {
  return recall(text).address;
}

function recall(text: string): Parsed {
  if (text.length > longest) return { address: null, isLoopback: false };
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const address = parse(text);
  const made = { address, isLoopback: address?.range() === 'loopback' };
  parsed.set(text, made);
  return made;
}

/** IPv4-mapped IPv6 becomes IPv4, so that each address has only one form. An interface (`%eth0`) is dropped. */
function parse(text: string): Address | null {
  const bare = text.includes(':') ? text.replace(/%.*/s, '') : text;
  const strict = bare.includes(':') ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare);
  return strict ? ipaddr.process(bare) : null;
}

/** An address of a socket or an entry of X-Forwarded-For. Null if it is none. */
function parseHop(text: string): Address | null {
  return parseAddress(withoutPort(text.trim()));
}

/** Whether such an address is one of this machine. */
export function isLoopback(text: string | undefined): boolean {
  return recall(withoutPort((text ?? '').trim())).isLoopback;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const match = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop);
  return match?.[1] ?? hop;
}

function isTrusted(address: Address, proxies: TrustedProxies): boolean {
  return proxies.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}
