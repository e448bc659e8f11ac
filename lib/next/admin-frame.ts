import { headers } from 'next/headers';
import { setTimeView } from '#components/admin/frame/time-view';
import { setLastAddresses } from '#components/admin/list/last-address';
import { createFormToken } from '#lib/admin/access/form-token';
import type { AdminContext } from '#lib/admin/admin-context';
import { openChecks } from '#lib/admin/checks/open-checks';
import { countChecks } from '#lib/admin/checks/read-checks';
import type { AdminFrame } from '#lib/admin/frame/admin-frame';
import { readPreferences } from '#lib/admin/frame/preferences';
import { readTimeZone } from '#lib/admin/frame/time-zone';
import { readLastAddresses, rememberAddress } from '#lib/admin/list/last-addresses';
import { responseStorage } from '#lib/http/response-storage';
import { getRuntime } from '#lib/runtime';
import type { Settings } from '#lib/settings/settings';
import { version } from '../../package.json';
import { currentAddress } from './current-address';
import { readNonce } from './read-page';

/**
 * Reads what the frame of a page shows, and decides how its times are told.
 * @param admin null for somebody who may not be here
 */
export async function readFrame(admin: AdminContext | null): Promise<AdminFrame> {
  const { settings } = getRuntime();
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const preferences = readPreferences(cookieHeader, settings);
  rememberLists(cookieHeader, await currentAddress(), settings);
  const { name, role } = admin?.principal ?? { name: '', role: null };
  if (admin !== null) setTimeView({ zone: readTimeZone(cookieHeader, preferences, settings), now: admin.now });
  return {
    issuer: settings.issuer,
    person: role === null ? null : { name, role },
    environment: settings.environment ?? (settings.localhost ? 'Development' : null),
    openChecks: admin === null ? 0 : await countOpen(admin),
    preferences,
    csrf: admin === null ? '' : createFormToken(admin.principal, admin),
    address: await currentAddress(),
    version,
    nonce: await readNonce(),
  };
}

/** Links to lists lead to where they were left; this one is left here. */
function rememberLists(cookieHeader: string | undefined, address: string, settings: Settings): void {
  const addresses = readLastAddresses(cookieHeader, settings);
  setLastAddresses(addresses);
  const cookie = rememberAddress(address, addresses, settings);
  const response = responseStorage().getStore();
  if (cookie !== null && response?.headersSent === false) response.appendHeader('set-cookie', cookie);
}

async function countOpen(admin: AdminContext): Promise<number> {
  const { error, warning } = countChecks(await openChecks(admin));
  return error + warning;
}
