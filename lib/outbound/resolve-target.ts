import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, type OutboundTarget } from './check-target';
import { OutboundError } from './outbound-error';

/**
 * What made this server ask for an address. Each cause has look-ups of its own, so that none can take those of another:
 * strangers cause some (keys, request objects, sector documents), and the sign-in of everybody else needs others.
 */
export type OutboundCause =
  | 'provider'
  | 'passwords'
  | 'logout'
  | 'keys'
  | 'request_object'
  | 'sector'
  | 'document'
  | 'logo'
  | 'mail';

/** All addresses of a name. If there are none, it throws or returns an empty list. */
export type Resolve = (
  hostname: string,
  asked: {
    readonly cause: OutboundCause;
    /** It is a host of SIGNET_OUTBOUND_ALLOW, which may be a name of the local network. */
    readonly isAllowed: boolean;
  },
) => Promise<readonly string[]>;

/** A checked address to connect to. */
export type CheckedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * Resolves a host once and checks all of its addresses. A single private one refuses the host, because we do not choose
 * which one is used (DNS rebinding, security #124).
 * @throws OutboundError `unresolved`, or `refused`
 */
export async function resolveTarget(
  { hostname, allowed }: OutboundTarget,
  cause: OutboundCause,
  resolve: Resolve,
): Promise<CheckedAddress[]> {
  const ask = () => resolve(hostname, { cause, isAllowed: allowed });
  const addresses = isIP(hostname) === 0 ? await resolveName(ask) : [hostname];
  if (!allowed && !addresses.every(isPublicAddress)) {
    throw new OutboundError('refused', 'the host has an address that is not public');
  }
  return addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

async function resolveName(ask: () => ReturnType<Resolve>): Promise<readonly string[]> {
  try {
    const addresses = await ask();
    if (addresses.length > 0 && addresses.every((address) => isIP(address) !== 0)) return addresses;
  } catch (cause) {
    throw new OutboundError('unresolved', 'the host could not be looked up', { cause });
  }
  throw new OutboundError('unresolved', 'the host has no address');
}

/** Gives Node the addresses that were looked up, so that nothing is resolved a second time. */
export function lookUpChecked(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new OutboundError('unresolved', 'the host has no address'), '');
  };
}
