import { type AgentAction, agentBulk } from '#lib/admin/agents/bulk-agents';
import { checkboxName } from '#lib/admin/bulk/bulk';
import { addressWith } from '#lib/admin/query';

/** The page that asks before something is done with one agent. */
export function agentActionPath(action: AgentAction, clientId: string): string {
  return addressWith(agentBulk.path, {}, { action, [checkboxName(clientId)]: '1' });
}
