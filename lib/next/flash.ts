import { headers } from 'next/headers';
import type { AdminContext } from '#lib/admin/admin-context';
import type { Flash } from '#lib/admin/flash/flash';
import { clearFlash, hasFlash, readFlash } from '#lib/admin/flash/flash-cookie';
import { responseStorage } from '#lib/http/response-storage';

/** The message of the previous action, which is shown once. Null if there is none, or if it is for another session. */
export async function takeFlash({ principal, settings }: AdminContext): Promise<Flash | null> {
  const cookie = (await headers()).get('cookie') ?? undefined;
  const response = responseStorage().getStore();
  if (!hasFlash(cookie, settings) || response === undefined || response.headersSent) return null;
  response.appendHeader('set-cookie', clearFlash(settings));
  return readFlash(cookie, principal, settings);
}
