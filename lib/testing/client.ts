import type { Client } from '#lib/clients/client';
import { blankClient, toClient } from '#lib/clients/client-record';
import type { Context } from '#lib/context';

/** A client in the format of the snapshot, with the defaults of the configuration. For tests of pure functions. */
export function testClient(overrides: Partial<Client> = {}): Client {
  const blank = toClient({ ...blankClient('web'), grantTypes: ['authorization_code', 'refresh_token'] });
  const own = { redirectUris: ['https://rp.test/cb'], scope: ['openid', 'profile', 'offline_access'] };
  return { ...blank, clientName: 'Web shop', applicationType: 'web', ...own, ...overrides };
}

/** The same context with this client, which replaces a client of the same name. */
export function withClient({ snapshot, ...context }: Context, client: Client): Context {
  return { ...context, snapshot: { ...snapshot, clients: new Map([...snapshot.clients, [client.clientId, client]]) } };
}
