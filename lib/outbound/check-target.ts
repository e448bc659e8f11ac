import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutboundError } from './outbound-error';

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

/** The settings that decide which addresses outbound requests may reach. */
export type OutboundPolicy = {
  readonly issuer: string;
  /** SIGNET_OUTBOUND_ALLOW: hosts that may have private addresses, use http, and have any port. */
  readonly outboundAllow: readonly string[];
  /** The only address of this server that may be requested, byte for byte. None if absent. */
  readonly own?: string;
};

/** An address that may be requested, as far as this is known without resolving its name. */
export type OutboundTarget = {
  readonly url: URL;
  /** Without brackets. */
  readonly hostname: string;
  /** Whether it is a host of SIGNET_OUTBOUND_ALLOW, whose addresses may be private. */
  readonly allowed: boolean;
};

const ports: ReadonlySet<string> = new Set(['', '443', '8443']);

/**
 * Why an address may not be requested, as far as this is known without the network. Only https is allowed, no user
 * information, ports 443 and 8443, no private addresses, and never this server itself (security #123), but for
 * `policy.own`. Also used at registration.
 * @returns one sentence, or null if there is no problem
 */
export function findTargetProblem(address: string, policy: OutboundPolicy): string | null {
  if (address === policy.own) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'is not an https address';
  if (url.username !== '' || url.password !== '') return 'contains user information';
  const issuer = new URL(policy.issuer);
  const isOwnHost = withoutRoot(url.hostname) === withoutRoot(issuer.hostname);
  if (isOwnHost && url.port === issuer.port) return 'is this server itself';
  if (isAllowedHost(url, policy)) return null;
  if (isOwnHost) return 'is the host of this server';
  if (url.protocol !== 'https:') return 'is not an https address';
  if (!ports.has(url.port)) return 'has a port other than 443 and 8443';
  const hostname = plainHostname(url);
  if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) return 'is not a public address';
  return isLocalName(hostname) ? 'is a local network name' : null;
}

/** A name with the dot of the root leads to the same host. */
function withoutRoot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

/**
 * Reads the address of an outbound request.
 * @throws OutboundError `refused`
 */
export function checkTarget(address: string, policy: OutboundPolicy): OutboundTarget {
  const problem = findTargetProblem(address, policy);
  if (problem !== null) throw new OutboundError('refused', `the address ${problem}`);
  const url = new URL(address);
  return { url, hostname: plainHostname(url), allowed: address === policy.own || isAllowedHost(url, policy) };
}

function isAllowedHost({ hostname }: URL, { outboundAllow }: OutboundPolicy): boolean {
  return outboundAllow.includes(hostname);
}

function plainHostname({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Names without a dot and those of RFC 6761, RFC 6762 and RFC 9476. No public name server resolves them. */
function isLocalName(hostname: string): boolean {
  if (isIP(hostname) !== 0) return false;
  const name = withoutRoot(hostname);
  return !name.includes('.') || /\.(localhost|local|internal|test|invalid|onion|alt|home\.arpa)$/.test(name);
}
