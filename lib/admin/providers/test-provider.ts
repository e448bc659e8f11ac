import { startProviderTrial } from '#lib/federation/trial/start-trial';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { adminHandler } from '../access/admin-handler';
import { providerPath } from '../entries/entry-path';
import { recordTest } from './record-test';

/**
 * POST: sends an administrator to a provider to test the sign-in there. The answer is checked and shown. Nobody is
 * signed in, and no account changes. The attempt is recorded.
 */
export const handleProviderTest = adminHandler(
  { permission: 'edit' },
  async (admin, values, request): Promise<HttpResponse> => {
    const { snapshot, settings, principal } = admin;
    const provider = snapshot.providers.get(values.get('name') ?? '');
    if (provider === undefined || principal.sub === null) return seeOther(`${settings.issuer}/admin/providers`);
    const { hash, setCookie } = bindBrowser(request.headers.cookie, settings);
    const returnTo = providerPath(provider.name, 'test');
    const url = await startProviderTrial(provider, { sub: principal.sub, browserHash: hash, returnTo }, admin);
    await recordTest(admin, provider, url === null ? 'failure' : 'success');
    return seeOther(url ?? `${settings.issuer}${returnTo}`, { 'set-cookie': setCookie });
  },
);
