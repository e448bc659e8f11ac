import { askForAccess } from '#lib/access-requests/ask';
import { type Decision, decideRequest, type Undecided } from '#lib/access-requests/decide';
import { type AccessRequest, listRequests } from '#lib/access-requests/request-store';
import { transaction } from '#lib/db/transaction';
import { subOf } from './administrator';
import { fixtureClient, fixtures } from './fixtures';
import { password } from './person';
import { createTestProvider, type TestProvider } from './provider';

export const dayMs = 86_400_000;

const assigned = { ...fixtureClient('silent'), access: 'assigned', approver_groups: ['leads'] };
const signIn = { password };
const verified = (name: string) => ({ email: `${name}@example.com`, email_verified: true });

/** Three clients that people ask for: one with roles, one without, and one of other approvers. */
export const askedClients = {
  ledger: {
    ...{ ...assigned, client_id: 'ledger', client_name: 'Ledger', access_groups: ['audit'] },
    roles: [{ name: 'admin' }, { name: 'user', display_name: 'Member', default: true }],
  },
  wiki: { ...assigned, client_id: 'wiki', client_name: 'Wiki' },
  shop: { ...assigned, client_id: 'shop', client_name: 'Shop', approver_groups: ['others'] },
};

/** `lea` and `leo` approve for Ledger and Wiki, `otto` for Shop. Nobody has access. */
export const askedConfiguration = {
  ...fixtures,
  groups: [{ name: 'leads' }, { name: 'others' }, { name: 'audit' }],
  clients: Object.values(askedClients),
  users: [
    { username: 'ann', ...signIn, claims: { name: 'Ann Smith', ...verified('ann') } },
    { username: 'bob', ...signIn, claims: { email: 'bob@example.com' } },
    { username: 'cyd', ...signIn },
    { username: 'lea', ...signIn, claims: verified('lea'), groups: ['leads'] },
    { username: 'leo', ...signIn, claims: verified('leo'), groups: ['leads'] },
    { username: 'otto', ...signIn, claims: verified('otto'), groups: ['others'] },
  ],
};

/** A provider whose clients have approvers. */
export type AskedPortal = {
  readonly provider: TestProvider;
  readonly close: () => Promise<void>;
  readonly sub: (username: string) => Promise<string>;
  readonly ask: (username: string, clientId: keyof typeof askedClients, reason?: string) => Promise<boolean>;
  /** Decides as somebody whom a guard let through. */
  readonly decide: (id: string, decision: Decision, username?: string) => Promise<Undecided | null>;
  /** All requests, the newest first. */
  readonly requests: () => Promise<readonly AccessRequest[]>;
  /** The ID of the only one. */
  readonly only: () => Promise<string>;
  readonly configureClient: (clientId: keyof typeof askedClients, settings: object) => Promise<void>;
};

export async function createAskedPortal(): Promise<AskedPortal> {
  const provider = await createTestProvider(askedConfiguration);
  const sub = (username: string) => subOf(provider, username);
  const requests = () => listRequests(provider.context().db, {}, { now: provider.context().now, limit: 1000 });
  return {
    provider,
    close: provider.close,
    sub,
    ask: async (username, clientId, reason) => {
      const context = provider.context();
      const client = context.snapshot.clients.get(clientId);
      if (client === undefined) throw new Error(`there is no client ${clientId}`);
      const person = { sub: await sub(username), username };
      return askForAccess({ person, client, reason: reason ?? null, address: '192.0.2.1' }, context);
    },
    decide: async (id, decision, username = 'lea') => {
      const actor = { kind: 'user', id: await sub(username), name: username } as const;
      const by = { actor, address: '192.0.2.2', requestId: 'r' };
      const context = provider.context();
      return transaction(context.db, (tx) => decideRequest(tx, { id, decision, by, mayDecide: () => true }, context));
    },
    requests,
    only: async () => {
      const [request, ...others] = await requests();
      if (request === undefined || others.length > 0) throw new Error('expected one request');
      return request.id;
    },
    configureClient: (clientId, settings) =>
      provider.configure({ clients: [{ ...askedClients[clientId], ...settings }] }),
  };
}
