import { headers } from 'next/headers';
import { responseStorage } from '#lib/http/response-storage';
import { isLoopbackHost } from '#lib/settings/issuer';

/**
 * Whether the browser asked this machine by a name of this machine itself. The name of another site that leads here (DNS
 * rebinding) would let that site's scripts read the answer.
 */
export async function isAskedHere(): Promise<boolean> {
  // Our server replaces the header before Next sees it; the raw ones are as they came.
  const raw = responseStorage().getStore()?.req.rawHeaders;
  const index = raw?.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === 'host') ?? -1;
  const host = raw === undefined ? (await headers()).get('host') : raw[index + 1];
  return host != null && URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname);
}
