import { allowInsecureRequests, type Configuration, discovery, enableNonRepudiationChecks, None } from 'openid-client';
import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { sealCookie, unsealCookie } from '#lib/sessions/sealed-cookie';
import type { Settings } from '#lib/settings/settings';

const text = z.string().max(1000);

const deviceState = z.object({
  /** The portal's answer to the device. */
  waiting: z
    .object({
      deviceCode: text,
      userCode: text,
      verificationUri: text,
      verificationUriComplete: text,
      intervalSeconds: z.number(),
      /** In milliseconds since 1970. */
      expiresAt: z.number(),
    })
    .optional(),
  /** The ID of the tokens in memory, which are too large for a cookie. */
  session: text.optional(),
  /** The last error. */
  problem: z.object({ error: text, description: text }).optional(),
});

/** The state of the simulated device. A real device has its own memory. */
export type DeviceState = z.infer<typeof deviceState>;

const name = 'signet-demo-device';
const purpose = 'demo-device-cookie';
const lifetimeSeconds = 3600;

/** The device's state in this browser. Empty if there is none, or the cookie is not ours. */
export async function readDeviceState(cookieHeader: string | undefined, settings: Settings): Promise<DeviceState> {
  const seal = readCookie(cookieHeader, cookieName(name, settings));
  if (seal === null) return {};
  const parsed = deviceState.safeParse(await unsealCookie(seal, settings.secret, purpose));
  return parsed.success ? parsed.data : {};
}

/** The Set-Cookie value with this state. */
export async function writeDeviceState(state: DeviceState, settings: Settings): Promise<string> {
  return writeCookie(name, await sealCookie(state, settings.secret, purpose), lifetimeSeconds, settings);
}

/** The Set-Cookie value that deletes the cookie. */
export function clearDeviceState(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}

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
