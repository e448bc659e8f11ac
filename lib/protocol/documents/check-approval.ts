import { agentHost } from '#lib/clients/agents/agent-host';
import { noteAsked } from '#lib/clients/agents/asked-store';
import type { Context } from '#lib/context';
import { type OAuthError, unauthorizedClient } from '../oauth-error';

/** True for a client that nobody may use until an operator has approved it. */
export function awaitsApproval(clientId: string, { snapshot }: Pick<Context, 'snapshot'>): boolean {
  return snapshot.clients.get(clientId)?.awaitsApproval === true;
}

/**
 * Refuses a client that has to be approved first, and notes who asked for it: they hear of the approval.
 * @returns null for any other client
 */
export async function checkApproval(clientId: string, sub: string, context: Context): Promise<OAuthError | null> {
  const client = context.snapshot.clients.get(clientId);
  if (client === undefined || !awaitsApproval(clientId, context)) return null;
  await noteAsked(context.db, { clientId, sub }, context.now);
  return unauthorizedClient('approval_pending', { clientId, name: agentHost(client) });
}
