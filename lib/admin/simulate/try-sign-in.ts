import { recordEvents } from '#lib/audit/event-store';
import type { Client } from '#lib/clients/client';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import { startTrial } from '#lib/login/trial/start-trial';
import { trialPath } from '#lib/login/trial/trial-path';
import { callerOf } from '#lib/sessions/caller';
import { adminHandler } from '../access/admin-handler';
import { type AdminContext, authorshipOf } from '../admin-context';
import { trialPrompts, trialRequest } from './trial-request';

/**
 * POST: an administrator goes through the sign-in of a client to see what the application would get. The result is kept
 * for their session, and the application gets nothing. It needs the same permission as previews of tokens.
 */
export const handleTrialStart = adminHandler(
  { permission: 'read' },
  async (admin, values, request): Promise<HttpResponse> => {
    const { snapshot, settings, principal } = admin;
    const client = snapshot.clients.get(values.get('client_id') ?? '');
    if (client === undefined || principal.sid === null) return seeOther(`${settings.issuer}/admin/clients`);
    const prompt = trialPrompts.find((word) => word === values.get('prompt'));
    const asked = trialRequest(client, prompt, admin);
    if ('outcome' in asked) return seeOther(settings.issuer + trialPath(client.clientId));
    await recordTrial(admin, client);
    return startTrial({ request: asked, sid: principal.sid, caller: callerOf(request) }, admin);
  },
);

async function recordTrial(admin: AdminContext, { clientId, clientName }: Client): Promise<void> {
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const target = { kind: 'client', id: clientId, name: clientName };
  const event = { type: 'client.tried', outcome: 'success', actor, target, address, requestId } as const;
  await recordEvents(admin.db, [event], admin.now);
}
