import ipaddr from 'ipaddr.js';

const ipv6NetworkBits = 64;

/**
 * What an address is counted under: an IPv4 address itself, of an IPv6 address the /64 network, because one
 * subscriber has the whole of it. IPv4-mapped and other spellings of one address are one key.
 * @returns text that is no address stays as it is, cut to 100 characters
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 100);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6NetworkBits}`);
  return `${network.toString()}/${ipv6NetworkBits}`;
}
