import { z } from 'zod';
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
      /** Milliseconds since 1970. */
      expiresAt: z.number(),
    })
    .optional(),
  /** The id of the tokens in memory, which are too large for a cookie. */
  session: text.optional(),
  /** The last error. */
  problem: z.object({ error: text, description: text }).optional(),
});

/** The state of the simulated device; a real one has its own memory. */
export type DeviceState = z.infer<typeof deviceState>;

const name = 'signet-demo-device';
const purpose = 'demo-device-cookie';
const lifetimeSeconds = 3600;

/** The device's state in this browser; empty when there is none or the cookie is not ours. */
export async function readDeviceState(cookieHeader: string | undefined, settings: Settings): Promise<DeviceState> {
  const seal = readCookie(cookieHeader, cookieName(name, settings));
  if (seal === null) return {};
  const parsed = deviceState.safeParse(await unsealCookie(seal, settings.secret, purpose));
  return parsed.success ? parsed.data : {};
}

/** A Set-Cookie value that keeps this state. */
export async function writeDeviceState(state: DeviceState, settings: Settings): Promise<string> {
  return writeCookie(name, await sealCookie(state, settings.secret, purpose), lifetimeSeconds, settings);
}

/** A Set-Cookie value that deletes it. */
export function clearDeviceState(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}
