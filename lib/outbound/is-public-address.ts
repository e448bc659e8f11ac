import ipaddr from 'ipaddr.js';

/** The global unicast range that IANA assigns from. IPv4-compatible addresses are outside of it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet: it has none of the special purposes of RFC 6890 (loopback,
 * private, link-local, shared, documentation, multicast, …), and is not an IPv6 form that contains an IPv4 address
 * (mapped, NAT64, 6to4, Teredo), which could hide any of these.
 * @param address IPv4 or IPv6 in any notation; any other text is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalUnicast);
}
