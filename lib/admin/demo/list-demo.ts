import { demoMcp } from '#lib/config/demo';
import { type DemoEntries, findDemoEntries } from '#lib/config/installation-store';
import { wirePortal } from '#lib/config/portal';
import type { AdminContext } from '../admin-context';
import type { EntryEdit } from '../configuration/save-entries';
import { listUsernames } from './demo-store';

type Stored = Pick<AdminContext['snapshot'], 'clients' | 'scopes'>;

/**
 * The remaining entries of the demo configuration that can be deleted. A scope that another client may ask for stays.
 */
export function leftOfDemo({ clients, scopes }: Stored, demo: DemoEntries): Pick<DemoEntries, 'clients' | 'scopes'> {
  const others = [...clients.values()].filter(({ clientId }) => !demo.clients.includes(clientId));
  const isUsed = (name: string) => others.some(({ scope }) => scope.includes(name));
  return {
    clients: demo.clients.filter((clientId) => clients.has(clientId)),
    scopes: demo.scopes.filter((name) => scopes.has(name) && !isUsed(name)),
  };
}

/**
 * The edits that remove the demo configuration. They delete its entries, except the account of the administrator, and
 * close the registration of agents.
 */
export async function listDemo({ db, snapshot, principal }: AdminContext): Promise<EntryEdit[]> {
  const demo = await findDemoEntries(db);
  const { clients, scopes } = leftOfDemo(snapshot, demo);
  const usernames = await listUsernames(
    db,
    demo.users.filter((sub) => sub !== principal.sub),
  );
  const removal = (section: 'clients' | 'scopes' | 'users') => (key: string) => ({ section, key, entry: null });
  const removals = [
    ...clients.map(removal('clients')),
    ...scopes.map(removal('scopes')),
    ...[...usernames.values()].map(removal('users')),
  ];
  const hasAgents = removals.length > 0 && demo.scopes.includes(demoMcp.scope);
  return hasAgents ? [...removals, closeRegistration(snapshot)] : removals;
}

/** The demo opened these for its MCP server. */
function closeRegistration({ portal }: Pick<AdminContext['snapshot'], 'portal'>): EntryEdit {
  const closed = { dynamic_registration: 'off', client_id_metadata_documents: 'off' };
  return { section: 'portal', key: '', entry: { ...wirePortal(portal), ...closed } };
}
