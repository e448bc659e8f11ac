import type { AgentLine } from './list-agents';

/** A line of the list. */
export type AgentGroup = AgentLine & {
  /** The clients of the line. The first one is the client that the line shows. */
  readonly clientIds: readonly string[];
};

/**
 * Shows unused registrations as one line for each name and host, because some programs register again each time they
 * connect. A client has its own line if it was used, waits for approval, or had a decision.
 * @param lastUses when each client was last used
 */
export function groupRegistrations(
  agents: readonly AgentLine[],
  lastUses: ReadonlyMap<string, unknown>,
): readonly AgentGroup[] {
  const groups = new Map<string, AgentLine & { readonly clientIds: string[] }>();
  for (const agent of agents) {
    const { clientId, source, trust, host, name, awaitsApproval } = agent;
    const isUndecided = trust === 'unknown' && !awaitsApproval;
    const isRepeated = source === 'registration' && isUndecided && !lastUses.has(clientId);
    const key = isRepeated ? JSON.stringify([host, name]) : clientId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...agent, clientIds: [clientId] });
    else group.clientIds.push(clientId);
  }
  return [...groups.values()];
}
