import ipaddr from 'ipaddr.js';

/** As much of an address as tells a developer where a request came from, and not who sent it. */
const bits = { ipv4: 24, ipv6: 48 } as const;

/** @returns the network of an address; text that is no address becomes `unknown` */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const kind = parsed.kind();
  const cidr = `${parsed.toNormalizedString()}/${bits[kind]}`;
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(cidr).toString()}/${bits[kind]}`;
}
