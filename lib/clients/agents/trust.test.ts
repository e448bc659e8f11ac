import { describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import type { Client } from '../client';
import { blocksOf, blocksOthers, trustOf } from './trust';

const rules = {
  clientIdMetadataDocuments: 'open',
  agents: { trustedDomains: ['trusted.example'], deniedDomains: [] },
} as const;
const registered = (overrides: Partial<Client> = {}) => testClient({ selfRegistered: true, ...overrides });
const document = (clientId: string, overrides: Partial<Client> = {}) =>
  registered({ clientId, documentHash: 'x', ...overrides });

const blocked = registered({
  agentState: 'blocked',
  clientName: 'Mail Helper',
  redirectUris: ['https://helper.example/cb', 'http://localhost/cb', 'cursor://anysphere.cursor-mcp/cb'],
});
const elsewhere = ['https://other.example/cb'];

describe('trust', () => {
  it.each<[string, Client, string]>([
    ['no decision', registered({ clientName: 'Notes', redirectUris: elsewhere }), 'unknown'],
    ['approved', registered({ agentState: 'approved' }), 'approved'],
    ['blocked', blocked, 'blocked'],
    ['a document of a trusted host', document('https://trusted.example/a'), 'trusted_domain'],
    [
      'a blocked document of a trusted host',
      document('https://trusted.example/a', { agentState: 'blocked' }),
      'blocked',
    ],
    ['a document of another host', document('https://app.example/a'), 'unknown'],
    ['a registration of a blocked name', registered({ clientName: 'Mail Helper', redirectUris: elsewhere }), 'blocked'],
    [
      'a registration of a blocked name in another spelling',
      registered({ clientName: ' MAIL  ｈelper', redirectUris: elsewhere }),
      'blocked',
    ],
    ['a registration of a blocked host', registered({ redirectUris: ['https://helper.example:8443/x'] }), 'blocked'],
    [
      'a registration of a subdomain of a blocked host',
      registered({ redirectUris: ['https://a.helper.example/x'] }),
      'unknown',
    ],
    ['another program on the same computer', registered({ redirectUris: ['http://localhost/cb'] }), 'unknown'],
    [
      'another program with the same scheme',
      registered({ redirectUris: ['cursor://anysphere.cursor-mcp/cb'] }),
      'unknown',
    ],
    ['approved under a blocked name', registered({ clientName: 'Mail Helper', agentState: 'approved' }), 'approved'],
    ['a document of a blocked name', document('https://app.example/a', { clientName: 'Mail Helper' }), 'unknown'],
  ])('%s', (_, client, expected) => {
    expect(trustOf(client, blocksOf([blocked, client]), rules)).toBe(expected);
  });

  it('a blocked document blocks no other client', () => {
    const one = document('https://app.example/a', { agentState: 'blocked', clientName: 'Mail Helper' });
    expect([blocksOthers(one), blocksOf([one]).names.size]).toEqual([false, 0]);
  });
});
