import { allowInsecureRequests, type Configuration, discovery, enableNonRepudiationChecks, None } from 'openid-client';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';

const deviceClientId = 'demo-device';

/** The simulated device's registration. Null if nothing under /demo/device exists: it is for callers on this machine. */
export function findDeviceClient({ snapshot, isLocal }: Context): Client | null {
  const client = snapshot.clients.get(deviceClientId);
  return isLocal && client?.enabled ? client : null;
}

/**
 * A client without internal knowledge. It reads the discovery document over the network, and verifies the signature of
 * each ID token.
 * @throws what openid-client throws if the issuer does not answer
 */
export function discoverAsDevice({ settings }: Context): Promise<Configuration> {
  const execute = settings.secure ? [enableNonRepudiationChecks] : [enableNonRepudiationChecks, allowInsecureRequests];
  return discovery(new URL(settings.issuer), deviceClientId, undefined, None(), { execute });
}
