import ipaddr from 'ipaddr.js';

/** A unique text for each address, so that equal texts mean equal bytes. Null for anything except an address. */
export function canonicalIp(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  const url = `http://[${text}]`;
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * The part of an address that helps a developer to recognize the origin of a request without identifying the sender.
 */
const bits = { ipv4: 24, ipv6: 48 } as const;

/** @returns the network of an address; `unknown` for a text that is not an address */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const kind = parsed.kind();
  const cidr = `${parsed.toNormalizedString()}/${bits[kind]}`;
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(cidr).toString()}/${bits[kind]}`;
}
