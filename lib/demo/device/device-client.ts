import { allowInsecureRequests, type Configuration, discovery, enableNonRepudiationChecks, None } from 'openid-client';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';

const deviceClientId = 'demo-device';

/** The simulated device's registration, or null: then nothing under /demo/device exists. */
export function findDeviceClient({ snapshot }: Context): Client | null {
  const client = snapshot.clients.get(deviceClientId);
  return client?.enabled ? client : null;
}

/**
 * A client without inside knowledge: it reads the discovery document over the network like everyone else, and verifies
 * the signature of each ID token.
 * @throws what openid-client throws when the issuer does not answer
 */
export function discoverAsDevice({ settings }: Context): Promise<Configuration> {
  const execute = settings.secure ? [enableNonRepudiationChecks] : [enableNonRepudiationChecks, allowInsecureRequests];
  return discovery(new URL(settings.issuer), deviceClientId, undefined, None(), { execute });
}
