import { describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import type { Client } from './client';
import { governClients } from './govern-clients';

const agents = { trustedDomains: [], deniedDomains: ['evil.example'], grantDays: 7, accessTokenSeconds: 600 };
const trustedDomains = ['trusted.example'];
const rules = { clientIdMetadataDocuments: 'open', agents } as const;
const hour = { accessTokenLifetimeSeconds: 3600, refreshTokenLifetimeSeconds: null, consentLifetimeSeconds: null };
const documentOf = (clientId: string) => testClient({ clientId, selfRegistered: true, documentHash: 'x' });

const mapOf = (...clients: Client[]) => new Map(clients.map((client) => [client.clientId, client]));
const governed = async (client: Client) => (await governClients(mapOf(client), rules)).get(client.clientId);

describe('agents', () => {
  it.each(['registered', 'described by a document'])('have the lifetimes of the portal: %s', async (kind) => {
    const documentHash = kind === 'registered' ? null : 'x';
    const client = testClient({ clientId: 'https://app.example/c', selfRegistered: true, documentHash, ...hour });
    expect(await governed(client)).toEqual({
      ...client,
      accessTokenLifetimeSeconds: 600,
      refreshTokenLifetimeSeconds: 7 * 86_400,
      consentLifetimeSeconds: 7 * 86_400,
    });
  });

  it.each([0, 62])('keep their own shorter lifetimes, and decisions remembered for %i seconds', async (seconds) => {
    const tokens = { accessTokenLifetimeSeconds: 60, refreshTokenLifetimeSeconds: 61 };
    const clients = mapOf(testClient({ selfRegistered: true, ...tokens, consentLifetimeSeconds: seconds }));
    expect(await governClients(clients, rules)).toBe(clients);
  });

  it.each<[keyof typeof hour, number | null]>([
    ['accessTokenLifetimeSeconds', 601],
    ['refreshTokenLifetimeSeconds', 7 * 86_400 + 1],
    ['refreshTokenLifetimeSeconds', null],
    ['consentLifetimeSeconds', 7 * 86_400 + 1],
    ['consentLifetimeSeconds', null],
  ])('are limited if only %s is longer: %s', async (key, value) => {
    const short = { accessTokenLifetimeSeconds: 60, refreshTokenLifetimeSeconds: 61, consentLifetimeSeconds: 62 };
    const client = testClient({ selfRegistered: true, ...short, [key]: value });
    const limit = key === 'accessTokenLifetimeSeconds' ? 600 : 7 * 86_400;
    expect(await governed(client)).toEqual({ ...client, [key]: limit });
  });

  it('count as disabled if the domain of their document is denied, and are never enabled by a rule', async () => {
    expect((await governed(documentOf('https://evil.example/c')))?.enabled).toBe(false);
    expect((await governed(documentOf('not an address')))?.enabled).toBe(false);
    expect((await governed(documentOf('https://app.example/c')))?.enabled).toBe(true);
    expect((await governed({ ...documentOf('https://app.example/c'), enabled: false }))?.enabled).toBe(false);
  });

  it.each<[string, Partial<Client>, boolean | 'waits']>([
    ['no decision', {}, 'waits'],
    ['with a document', { documentHash: 'x' }, 'waits'],
    ['with a document of a trusted domain', { documentHash: 'x', clientId: 'https://trusted.example/a' }, true],
    ['with a document of a denied domain', { documentHash: 'x', clientId: 'https://evil.example/a' }, false],
    ['approved', { agentState: 'approved' }, true],
    ['blocked', { agentState: 'blocked' }, false],
    ['disabled', { enabled: false }, false],
    ['of an operator', { selfRegistered: false }, true],
  ])('require approval if the portal says so: %s', async (_, changes, expected) => {
    const approval = {
      ...rules,
      clientIdMetadataDocuments: 'approval',
      agents: { ...agents, trustedDomains },
    } as const;
    const client = testClient({ clientId: 'https://app.example/a', selfRegistered: true, ...changes });
    const found = (await governClients(mapOf(client), approval)).get(client.clientId);
    expect([found?.enabled, found?.awaitsApproval ?? false]).toEqual([expected === true, expected === 'waits']);
  });

  it('do not include the clients of the operator', async () => {
    const clients = mapOf(testClient({ ...hour, documentHash: 'x' }));
    expect(await governClients(clients, rules)).toBe(clients);
  });
});
