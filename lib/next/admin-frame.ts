import { headers } from 'next/headers';
import { setPageFacts } from '#components/admin/page-facts';
import { createFormToken } from '#lib/admin/access/form-token';
import type { AdminContext } from '#lib/admin/admin-context';
import { countChecks } from '#lib/admin/checks/read';
import type { AdminFrame } from '#lib/admin/frame/admin-frame';
import { readPreferences, readTimeZone } from '#lib/admin/frame/preferences';
import { readLastAddresses, rememberAddress } from '#lib/admin/list/last-addresses';
import { responseStorage } from '#lib/http/response-storage';
import { getRuntime } from '#lib/runtime';
import { openChecksOfPage } from '#views/admin/checks/view';
import { version } from '../../package.json';
import { currentAddress } from './current-address';
import { readNonce } from './read-page';

/** Decides how a page shows times, and where its links to lists lead, before its content is rendered. */
export async function prepareView({ principal, settings, now }: AdminContext): Promise<void> {
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const times = { zone: readTimeZone(cookieHeader, readPreferences(cookieHeader, settings), settings), now };
  const lists = await readLastAddresses(cookieHeader, principal, settings);
  setPageFacts({ times, lists });
  const cookie = await rememberAddress(await currentAddress(), lists, principal, settings);
  const response = responseStorage().getStore();
  if (cookie !== null && response?.headersSent === false) response.appendHeader('set-cookie', cookie);
}

/**
 * Reads the content of a page's frame.
 * @param admin null for a person without permission
 */
export async function readFrame(admin: AdminContext | null): Promise<AdminFrame> {
  const { settings } = getRuntime();
  const { name, role } = admin?.principal ?? { name: '', role: null };
  return {
    issuer: settings.issuer,
    person: role === null ? null : { name, role },
    environment: settings.environment ?? (settings.localhost ? 'Development' : null),
    openChecks: admin === null ? 0 : await countOpen(admin),
    preferences: readPreferences((await headers()).get('cookie') ?? undefined, settings),
    csrf: admin === null ? '' : createFormToken(admin.principal, admin),
    address: await currentAddress(),
    hasDocs: settings.docs,
    version,
    nonce: await readNonce(),
  };
}

async function countOpen(admin: AdminContext): Promise<number> {
  const { error, warning } = countChecks(await openChecksOfPage(admin));
  return error + warning;
}
