import { headers } from 'next/headers';
import { responseStorage } from '#lib/http/response-storage';
import { isLoopbackHost } from '#lib/settings/issuer';

/**
 * Whether the browser used a name of this machine itself. If the name of another site leads here (DNS rebinding), that
 * site's scripts could read the response.
 */
export async function isAskedHere(): Promise<boolean> {
  // Our server replaces the header before Next gets it. The raw headers are unchanged.
  const raw = responseStorage().getStore()?.req.rawHeaders;
  const index = raw?.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === 'host') ?? -1;
  const host = raw === undefined ? (await headers()).get('host') : raw[index + 1];
  return host != null && URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname);
}
