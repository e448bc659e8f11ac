/** An operator's decision about an agent. `pending`: there is none yet. */
export const agentStates = ['pending', 'approved', 'blocked'] as const;

export type AgentState = (typeof agentStates)[number];
