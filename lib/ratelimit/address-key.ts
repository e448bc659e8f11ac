import ipaddr from 'ipaddr.js';

/** In bits: the IPv6 prefix lengths of one subscriber, and of a size that many providers assign to anybody. */
const subscriberBits = 64;
const siteBits = 48;
/** A size that registries assign to a network operator, and data centers to nobody. */
const operatorBits = 32;
/** A common size of an IPv4 assignment. */
const rangeBits = 24;

/**
 * The key under which an address is counted: an IPv4 address itself, or the /64 network of an IPv6 address, because one
 * subscriber has all of it. All spellings of an address, including IPv4-mapped ones, give the same key.
 * @returns any other text unchanged, cut to 100 characters
 */
export function addressKey(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return address.slice(0, 100);
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, subscriberBits) : parsed.toString();
}

/**
 * The /48 network of an IPv6 address, which contains the networks of 65,536 subscribers. Null for any other address.
 */
export function siteKey(address: string): string | null {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, siteBits) : null;
}

/** The key of a network that one operator has: the /24 of an IPv4 address, the /32 of an IPv6 address. */
export function networkKey(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return '';
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, operatorBits) : rangeOf(parsed);
}

/** The key of a network for taking turns: the /48 of an IPv6 address, the /24 of an IPv4 address. */
export function turnKey(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return '';
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, siteBits) : rangeOf(parsed);
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function rangeOf(address: ipaddr.IPv4): string {
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${rangeBits}`).toString()}/${rangeBits}`;
}

function networkOf(address: ipaddr.IPv6, bits: number): string {
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}
