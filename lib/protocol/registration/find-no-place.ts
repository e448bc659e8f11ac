import { countOfNetwork, countSelfRegistered } from '#lib/clients/client-store';
import type { Transaction } from '#lib/db/database';
import { type OAuthError, temporarilyUnavailable } from '../oauth-error';

/**
 * The limits for clients without an initial access token: for one address in an hour, in total, and the share of a network.
 */
export const openLimits = { perAddress: 300, windowSeconds: 3600, clients: 2000, networks: 10 } as const;

const retrySeconds = 3600;

/**
 * Whether a network may have one more client that nobody vouches for. It holds at most a tenth of the places that others leave,
 * so that a few networks cannot take them all. It is asked after bumpRevision(), which lets one transaction in at a time.
 * @param network see networkKey()
 * @returns null if there is a place for it
 */
export async function findNoPlace(tx: Transaction, network: string): Promise<OAuthError | null> {
  const taken = await countSelfRegistered(tx);
  if (taken >= openLimits.clients) return temporarilyUnavailable('registrations_full', retrySeconds);
  const held = await countOfNetwork(tx, network);
  const free = openLimits.clients - (taken - held);
  if (held < Math.ceil(free / openLimits.networks)) return null;
  return temporarilyUnavailable('registrations_of_network_full', retrySeconds, { name: network });
}
