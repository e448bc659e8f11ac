import ipaddr from 'ipaddr.js';

/** What IANA has given out as global unicast so far; what lies outside also holds the IPv4-compatible addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the public internet: none of the special purposes of RFC 6890 (loopback, private, link-local,
 * shared, documentation, multicast, …), and no IPv6 form that carries an IPv4 address inside (mapped, NAT64, 6to4,
 * Teredo), behind which any of these could hide.
 * @param address IPv4 or IPv6 in any notation; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalUnicast);
}
