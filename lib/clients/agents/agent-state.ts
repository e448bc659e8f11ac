/** What an operator decided about an agent; `pending`: nothing yet. */
export const agentStates = ['pending', 'approved', 'blocked'] as const;

export type AgentState = (typeof agentStates)[number];
