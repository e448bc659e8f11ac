import type { AgentState } from '#lib/clients/agents/agent-state';
import { entryVersion } from '#lib/config/entry-version';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { clientSection } from '../clients/client-section';
import { changeEntry } from '../entries/change-entry';

/** The decisions of an operator about an agent, each with the state that it results in. */
export const agentDecisions = { approve: 'approved', block: 'blocked', unblock: 'pending' } as const satisfies Readonly<
  Record<string, AgentState>
>;

export type AgentDecision = keyof typeof agentDecisions;

/**
 * Decides about an agent. A block ends all of the agent's grants in the same transaction.
 * @param check refuses a version of the agent that was not reviewed
 * @throws AdminError `not_found` for a client of the operator; `changed_meanwhile`
 */
export async function decideAgent(
  admin: AdminContext,
  clientId: string,
  decision: AgentDecision,
  check: (version: string) => void,
): Promise<void> {
  await changeEntry(admin, clientSection, clientId, ({ wire }) => {
    if (wire.self_registered !== true) throw new AdminError('not_found', 'There is no such agent');
    check(entryVersion(wire));
    const state = agentDecisions[decision];
    // Removing a block neither approves an agent nor takes an approval away.
    return decision === 'unblock' && wire.agent_state !== 'blocked' ? {} : { agent_state: state };
  });
}
