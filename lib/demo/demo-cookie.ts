import { z } from 'zod';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { sealCookie, unsealCookie } from '#lib/sessions/sealed-cookie';
import type { Settings } from '#lib/settings/settings';

const text = z.string().max(1000);

const demoState = z.object({
  /** The ID of the tokens in memory, which are too large for a cookie. */
  session: text.optional(),
  /** A sign-in in progress. */
  pending: z.object({ state: text, nonce: text, codeVerifier: text }).optional(),
  /** The last error. */
  problem: z.object({ error: text, description: text }).optional(),
});

/** The state of the demo application in the browser. */
export type DemoState = z.infer<typeof demoState>;

const name = 'signet-demo';
const purpose = 'demo-cookie';
const lifetimeSeconds = 3600;

/** The demo's state in this browser. Empty if there is none, or the cookie is not ours. */
export async function readDemoState(cookieHeader: string | undefined, settings: Settings): Promise<DemoState> {
  const seal = readCookie(cookieHeader, cookieName(name, settings));
  if (seal === null) return {};
  const parsed = demoState.safeParse(await unsealCookie(seal, settings.secret, purpose));
  return parsed.success ? parsed.data : {};
}

/**
 * The Set-Cookie value with this state. Lax is enough, because the form_post response comes from the portal, which is
 * the same site.
 */
export async function writeDemoState(state: DemoState, settings: Settings): Promise<string> {
  return writeCookie(name, await sealCookie(state, settings.secret, purpose), lifetimeSeconds, settings);
}

/** The Set-Cookie value that deletes the cookie. */
export function clearDemoState(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}
