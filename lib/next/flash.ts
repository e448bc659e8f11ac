import { cookies, headers } from 'next/headers';
import type { AdminContext } from '#lib/admin/admin-context';
import type { Flash } from '#lib/admin/flash/flash';
import { clearFlash, hasFlash, readFlash, writeFlash } from '#lib/admin/flash/flash-cookie';
import { responseStorage } from '#lib/http/response-storage';

/** Takes what an action did to the page that it leads to. */
export async function keepFlash(flash: Flash, { principal, settings }: AdminContext): Promise<void> {
  const { name, value, ...attributes } = await writeFlash(flash, principal, settings);
  (await cookies()).set(name, value, attributes);
}

/** What the action before said; no later page says it again. Null when it said nothing, or to another session. */
export async function takeFlash({ principal, settings }: AdminContext): Promise<Flash | null> {
  const cookie = (await headers()).get('cookie') ?? undefined;
  const response = responseStorage().getStore();
  if (!hasFlash(cookie, settings) || response === undefined || response.headersSent) return null;
  response.appendHeader('set-cookie', clearFlash(settings));
  return readFlash(cookie, principal, settings);
}
