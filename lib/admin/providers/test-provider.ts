import { recordEvents } from '#lib/audit/store';
import { startTrial } from '#lib/federation/trial/start-trial';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { adminHandler } from '../access/admin-handler';
import { authorshipOf } from '../admin-context';
import { providerPath } from './provider-path';

/**
 * POST: an administrator goes to a provider to see whether signing in there works. What comes back is checked and shown;
 * nobody is signed in and no account changes. That somebody tried is an event.
 */
export const handleProviderTest = adminHandler(
  { permission: 'edit' },
  async (admin, values, request): Promise<HttpResponse> => {
    const { snapshot, settings, principal, db, now, requestId } = admin;
    const provider = snapshot.providers.get(values.get('name') ?? '');
    if (provider === undefined || principal.sub === null) return seeOther(`${settings.issuer}/admin/providers`);
    const { hash, setCookie } = bindBrowser(request.headers.cookie, settings);
    const returnTo = providerPath(provider.name, 'test');
    const { actor, address = null } = authorshipOf(admin);
    const url = await startTrial(provider, { sub: principal.sub, browserHash: hash, returnTo }, admin);
    const target = { kind: 'identity_provider', id: provider.name, name: provider.displayName };
    const outcome = url === null ? 'failure' : 'success';
    const event = { type: 'identity_provider.tested', outcome, actor, target, address, requestId } as const;
    await recordEvents(db, [event], now);
    return seeOther(url ?? `${settings.issuer}${returnTo}`, { 'set-cookie': setCookie });
  },
);
