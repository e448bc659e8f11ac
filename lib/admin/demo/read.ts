import { demoMcp } from '#lib/config/demo';
import { describeMark } from '#lib/config/impact/describe-mark';
import { readImpact } from '#lib/config/impact/read-impact';
import { type DemoEntries, findDemoEntries } from '#lib/config/installation-store';
import { wirePortal } from '#lib/config/portal';
import type { AdminContext } from '../admin-context';
import { type EntryEdit, planEntries } from '../configuration/save-entries';
import { listUsernames } from '../entries/entry-facts-store';

type Stored = Pick<AdminContext['snapshot'], 'clients'> & { readonly scopes: ReadonlyMap<string, unknown> };

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

/** An entry of the demo, and the effects of deleting it, in words. */
export type DemoLine = { readonly section: string; readonly key: string; readonly risks: readonly string[] };

/**
 * The entries that removing the demo data would delete.
 * @throws AdminError if another entry still needs one of them
 */
export async function planDemo(admin: AdminContext): Promise<DemoLine[]> {
  const { changes } = await planEntries(admin, await listDemo(admin));
  const impact = await readImpact(admin.db, changes, admin.now);
  return changes.map((change) => ({
    section: change.section,
    key: change.key,
    risks: (impact.get(change) ?? []).map(describeMark),
  }));
}
