import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { deriveKey } from '#lib/crypto/hash';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';

const text = z.string().max(1000);

const demoState = z.object({
  /** Names the tokens kept in memory; they are too large for a cookie. */
  session: text.optional(),
  /** A sign-in that is under way. */
  pending: z.object({ state: text, nonce: text, codeVerifier: text }).optional(),
  /** What went wrong last. */
  problem: z.object({ error: text, description: text }).optional(),
});

/** What the demo application remembers in the browser. */
export type DemoState = z.infer<typeof demoState>;

const name = 'signet-demo';
const lifetimeSeconds = 3600;

/** The demo's state in this browser; empty when there is none or the cookie is not ours. */
export async function readDemoState(cookieHeader: string | undefined, settings: Settings): Promise<DemoState> {
  const seal = readCookie(cookieHeader, cookieName(name, settings));
  if (seal === null) return {};
  const parsed = demoState.safeParse(
    await unsealData(seal, { password: password(settings), ttl: 0 }).catch(() => null),
  );
  return parsed.success ? parsed.data : {};
}

/** A Set-Cookie value that keeps this state. Lax: the form_post response comes from the portal, which is same-site. */
export async function writeDemoState(state: DemoState, settings: Settings): Promise<string> {
  return writeCookie(name, await sealData(state, { password: password(settings), ttl: 0 }), lifetimeSeconds, settings);
}

/** A Set-Cookie value that forgets it. */
export function clearDemoState(settings: Settings): string {
  return writeCookie(name, '', 0, settings);
}

function password({ secret }: Settings): string {
  return deriveKey(secret, 'demo-cookie').toString('base64url');
}
