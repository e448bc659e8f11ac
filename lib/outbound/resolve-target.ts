import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { OutboundTarget } from './check-target';
import { isPublicAddress } from './is-public-address';
import { OutboundError } from './outbound-error';

/** All addresses of a name. If there are none, it throws or returns an empty list. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** A checked address to connect to. */
export type CheckedAddress = { readonly address: string; readonly family: 4 | 6 };

/** The system's resolver: hosts file, then name servers. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

/**
 * Resolves a host once and checks all of its addresses. A single private one refuses the host, because we do not choose
 * which one is used (DNS rebinding, security #124).
 * @throws OutboundError `unresolved`, or `refused`
 */
export async function resolveTarget(
  { hostname, allowed }: OutboundTarget,
  resolve: Resolve,
): Promise<CheckedAddress[]> {
  const addresses = isIP(hostname) === 0 ? await resolveName(hostname, resolve) : [hostname];
  if (!allowed && !addresses.every(isPublicAddress)) {
    throw new OutboundError('refused', 'the host has an address that is not public');
  }
  return addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

async function resolveName(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0 && addresses.every((address) => isIP(address) !== 0)) return addresses;
  } catch (cause) {
    throw new OutboundError('unresolved', 'the host could not be looked up', { cause });
  }
  throw new OutboundError('unresolved', 'the host has no address');
}
