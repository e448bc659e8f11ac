import { describe, expect, it } from 'vitest';
import type { ClientRecord } from '../client';
import { blankClient } from '../client-record';
import type { AgentState } from '../settings';
import { stateAfter } from './self-description';

const recordIn = (agentState: AgentState): ClientRecord => ({ ...blankClient('app'), clientName: 'App', agentState });

describe('the state of a client after it changed its description', () => {
  it.each<[string, AgentState, Partial<ClientRecord>, AgentState]>([
    ['approved: stays after a minor change', 'approved', { policyUri: 'https://app.test/p' }, 'approved'],
    ['approved: ends with its name', 'approved', { clientName: 'Bank' }, 'pending'],
    ['approved: ends with its redirect URIs', 'approved', { redirectUris: ['https://other.test/cb'] }, 'pending'],
    ['approved: ends with its scopes', 'approved', { scope: ['openid', 'notes.write'] }, 'pending'],
    ['approved: ends with its authentication', 'approved', { tokenEndpointAuthMethod: 'none' }, 'pending'],
    ['approved: ends with its keys', 'approved', { jwksUri: 'https://app.test/jwks' }, 'pending'],
    ['blocked: stays after any change', 'blocked', { clientName: 'Bank' }, 'blocked'],
    ['undecided: stays', 'pending', { clientName: 'Bank' }, 'pending'],
  ])('%s', (_, state, changes, expected) => {
    const former = recordIn(state);
    expect(stateAfter(former, { ...former, ...changes })).toBe(expected);
  });
});
