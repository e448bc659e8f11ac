import { type AgentAction, agentBulk } from '#lib/admin/agents/bulk-agents';
import { checkboxName } from '#lib/admin/bulk/bulk';
import { addressWith } from '#lib/admin/query';

/** The address of the confirmation for an action on an agent or its registrations. */
export function agentActionPath(action: AgentAction, ...clientIds: readonly string[]): string {
  const chosen = clientIds.slice(0, maximumShown).map((clientId) => [checkboxName(clientId), '1'] as const);
  return addressWith(agentBulk.path, {}, { action, ...Object.fromEntries(chosen) });
}

/** More IDs would not fit into an address. */
const maximumShown = 50;
