import ipaddr from 'ipaddr.js';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy } from './finding';

type Asked = Pick<Settings, 'trustedProxies' | 'mtls'>;

/** Addresses that machines beside this one may have, and the widest part of them that holds a few proxies alone. */
const shared = [
  ['10.0.0.0/8', 24],
  ['172.16.0.0/12', 24],
  ['192.168.0.0/16', 24],
  ['100.64.0.0/10', 24],
  ['169.254.0.0/16', 24],
  ['fc00::/7', 64],
  ['fe80::/10', 64],
] as const;

/**
 * Checks what the settings believe of proxies: whether other machines are among them, which would choose their own
 * address, and whether any of them could vouch for a client certificate.
 */
export function* checkForwarding({ trustedProxies, mtls }: Asked): Generator<Finding> {
  const wide = trustedProxies.filter(isWide);
  if (wide.length > 0) yield warning('proxies', `SIGNET_TRUSTED_PROXIES has ${wide.join(' and ')}`, adviceOfProxies);
  if (mtls?.source.kind === 'proxy' && mtls.source.secret === null) {
    yield warning('mtls', 'certificates count from every frontend of the proxies', adviceOfSecret);
  }
}

const adviceOfProxies =
  'Anyone with an address in that range can choose the address that limits count. List the proxies themselves, such as 10.0.0.5.';

const adviceOfSecret =
  'Set SIGNET_MTLS_HEADER_SECRET, and let the frontend that asks for certificates send it as Signet-Mtls-Secret.';

function warning(subject: string, message: string, advice: string): Finding {
  return { ...healthy(subject, message), advice };
}

/** Whether a network holds more private addresses than a group of proxies needs. */
function isWide(text: string): boolean {
  if (!text.includes('/')) return false;
  const [address, bits] = ipaddr.parseCIDR(text);
  return shared.some(([network, narrowest]) => {
    const [other, otherBits] = ipaddr.parseCIDR(network);
    if (address.kind() !== other.kind() || bits >= narrowest) return false;
    return address.match(other, Math.min(bits, otherBits));
  });
}
