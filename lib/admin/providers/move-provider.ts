import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/entry-version';
import { identityProviders } from '#lib/config/sections/identity-providers';
import { listProviders } from '#lib/providers/provider-store';
import type { AdminContext } from '../admin-context';
import { saveEntries } from '../configuration/save-entries';

/**
 * Changes the place among the buttons with the neighbour: the two are written in their new order, which is how the file
 * says it. At the end of the row it does nothing.
 */
export async function moveProvider(admin: AdminContext, name: string, direction: 'up' | 'down'): Promise<ApplyReport> {
  const providers = await listProviders(admin.db);
  const place = providers.findIndex((provider) => provider.name === name);
  const [own, other] = [providers[place], providers[direction === 'up' ? place - 1 : place + 1]];
  if (own === undefined || other === undefined) return { changes: [], warnings: [], revision: null };
  const edits = (direction === 'up' ? [own, other] : [other, own]).map((provider) => {
    const entry = identityProviders.wire(provider);
    return { section: 'identity_providers', key: provider.name, entry, expected: entryVersion(entry) } as const;
  });
  return saveEntries(admin, edits);
}
