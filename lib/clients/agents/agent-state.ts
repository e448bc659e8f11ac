/** What an operator decided about a client that nobody vouches for; `pending`: nothing yet. */
export const agentStates = ['pending', 'approved', 'blocked'] as const;

export type AgentState = (typeof agentStates)[number];
