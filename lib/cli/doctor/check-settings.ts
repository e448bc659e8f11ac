import ipaddr from 'ipaddr.js';
import { isAddressHost } from '#lib/settings/issuer';
import type { Settings } from '#lib/settings/settings';
import { countBreaches } from '#lib/users/breached-password';
import { printable } from '../command';
import { type Finding, healthy, wrong } from './finding';

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
    yield warning('mtls', 'client certificates are accepted from every frontend of the proxies', adviceOfSecret);
  }
}

const adviceOfProxies =
  'Anyone in that range can choose the IP address that limits are counted for. List only the proxies, such as 10.0.0.5.';

const adviceOfSecret =
  'Set SIGNET_MTLS_HEADER_SECRET, and make the frontend that requests certificates send it as Signet-Mtls-Secret.';

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

/** Reports that passkeys are not possible if the issuer's host is an IP address (Web Authentication §5.1.2). */
export function* checkPasskeys({ issuerHost }: Pick<Settings, 'issuerHost'>): Generator<Finding> {
  if (!isAddressHost(issuerHost)) return;
  const advice = 'Use a host name in SIGNET_ISSUER so that users can use passkeys.';
  yield { ...healthy('passkeys', 'off, because the host of SIGNET_ISSUER is an IP address'), advice };
}

const subject = 'breach check';

/** Every such service knows this password. */
const known = 'password';

/** Asks the service of SIGNET_BREACH_CHECK for a password that it must know. */
export async function* checkBreachService(
  settings: Pick<Settings, 'breachCheck' | 'issuer' | 'outboundAllow'>,
): AsyncGenerator<Finding> {
  const { breachCheck } = settings;
  if (breachCheck === null) return;
  const { host } = new URL(breachCheck);
  const advice =
    'Check SIGNET_BREACH_CHECK, and that this machine can connect to the service. Until then, new passwords are not checked for breaches.';
  try {
    const count = await countBreaches(known, breachCheck, settings);
    yield count > 0
      ? healthy(subject, `${host} works`)
      : wrong(subject, `${host} does not return known breached passwords`, advice);
  } catch (error) {
    yield wrong(subject, `${host}: ${printable(error instanceof Error ? error.message : 'unknown reason')}`, advice);
  }
}
