import { type DemoEntries, findDemoEntries } from '#lib/config/installation-store';
import type { AdminContext } from '../admin-context';
import type { EntryEdit } from '../configuration/save-entries';
import { listUsernames } from './demo-store';

type Stored = Pick<AdminContext['snapshot'], 'clients' | 'scopes'>;

/** An entry of the demo that can be removed. */
export type DemoEdit = EntryEdit & { readonly section: 'clients' | 'scopes' | 'users'; readonly entry: null };

/** What of the demo configuration is left and can go: a scope that another client may ask for stays. */
export function leftOfDemo({ clients, scopes }: Stored, demo: DemoEntries): Pick<DemoEntries, 'clients' | 'scopes'> {
  const others = [...clients.values()].filter(({ clientId }) => !demo.clients.includes(clientId));
  const isUsed = (name: string) => others.some(({ scope }) => scope.includes(name));
  return {
    clients: demo.clients.filter((clientId) => clients.has(clientId)),
    scopes: demo.scopes.filter((name) => scopes.has(name) && !isUsed(name)),
  };
}

/** The entries of the demo configuration to remove: not the account of whoever asks. */
export async function listDemo({ db, snapshot, principal }: AdminContext): Promise<DemoEdit[]> {
  const demo = await findDemoEntries(db);
  const { clients, scopes } = leftOfDemo(snapshot, demo);
  const usernames = await listUsernames(
    db,
    demo.users.filter((sub) => sub !== principal.sub),
  );
  const removal = <Section extends DemoEdit['section']>(section: Section) => {
    return (key: string) => ({ section, key, entry: null }) as const;
  };
  return [
    ...clients.map(removal('clients')),
    ...scopes.map(removal('scopes')),
    ...[...usernames.values()].map(removal('users')),
  ];
}
