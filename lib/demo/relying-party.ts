import { allowInsecureRequests, type Configuration, discovery, enableNonRepudiationChecks, None } from 'openid-client';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { demoClientId } from '#lib/vocabulary/demo';

const wantedScope = ['openid', 'profile', 'email', 'offline_access', 'demo.api'];

/** The demo application's registration. Null if nothing under /demo exists: it is for callers on this machine. */
export function findDemoClient({ snapshot, isLocal }: Context): Client | null {
  const client = snapshot.clients.get(demoClientId);
  return isLocal && client?.enabled ? client : null;
}

/** The scopes the demo asks for, as far as its registration allows them. */
export function demoScope(client: Client): string {
  return wantedScope.filter((name) => client.scope.includes(name)).join(' ');
}

export function demoRedirectUri({ settings }: Context): string {
  return `${settings.issuer}/demo/callback`;
}

/**
 * The demo knows only what any application can know. It reads the discovery document over the network, and verifies the
 * signature of each ID token, which openid-client does only on request.
 * @throws what openid-client throws if the issuer does not answer
 */
export function discoverPortal({ settings }: Context): Promise<Configuration> {
  const execute = settings.secure ? [enableNonRepudiationChecks] : [enableNonRepudiationChecks, allowInsecureRequests];
  return discovery(new URL(settings.issuer), demoClientId, undefined, None(), { execute });
}
