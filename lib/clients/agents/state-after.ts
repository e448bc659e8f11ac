import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '../client';
import type { AgentState } from './agent-state';

/** The values by which people and operators recognize a program, and those that protect its tokens. */
const essentials = ['clientName', 'redirectUris', 'scope', 'tokenEndpointAuthMethod', 'jwks', 'jwksUri'] as const;

/**
 * The state of a client that describes itself again. An approval counts only for the description that was approved. A
 * block stays.
 */
export function stateAfter(former: ClientRecord, next: ClientRecord): AgentState {
  if (former.agentState !== 'approved') return former.agentState;
  return essentials.every((name) => isDeepStrictEqual(former[name], next[name])) ? 'approved' : 'pending';
}
