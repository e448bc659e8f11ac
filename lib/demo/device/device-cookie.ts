import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { deriveKey } from '#lib/crypto/hash';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';

const text = z.string().max(1000);

const deviceState = z.object({
  /** What the portal answered when the device asked. */
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
  /** Names the tokens kept in memory; they are too large for a cookie. */
  session: text.optional(),
  /** What went wrong last. */
  problem: z.object({ error: text, description: text }).optional(),
});

/** What the simulated device remembers; a real one has a memory of its own. */
export type DeviceState = z.infer<typeof deviceState>;

const name = 'signet-demo-device';
const lifetimeSeconds = 3600;

/** The device's state in this browser; empty when there is none or the cookie is not ours. */
export async function readDeviceState(cookieHeader: string | undefined, settings: Settings): Promise<DeviceState> {
  const seal = readCookie(cookieHeader, cookieName(name, settings));
  if (seal === null) return {};
  const data = await unsealData(seal, { password: password(settings), ttl: 0 }).catch(() => null);
  const parsed = deviceState.safeParse(data);
  return parsed.success ? parsed.data : {};
}

/** A Set-Cookie value that keeps this state. */
export async function writeDeviceState(state: DeviceState, settings: Settings): Promise<string> {
  return writeCookie(name, await sealData(state, { password: password(settings), ttl: 0 }), lifetimeSeconds, settings);
}

/** A Set-Cookie value that forgets it. */
export function clearDeviceState(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}

function password({ secret }: Settings): string {
  return deriveKey(secret, 'demo-device-cookie').toString('base64url');
}
