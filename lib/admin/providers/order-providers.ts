import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/entry-version';
import { identityProviders } from '#lib/config/sections/identity-providers';
import { listProviders } from '#lib/providers/provider-store';
import type { AdminContext } from '../admin-context';
import { saveEntries } from '../configuration/save-entries';

/**
 * Puts providers in a new order. They share the places that they already have, and the other providers stay where they
 * are. The entries are saved in their new order, as a file would list them. Unknown names are ignored.
 */
export async function orderProviders(admin: AdminContext, names: readonly string[]): Promise<ApplyReport> {
  const stored = new Map((await listProviders(admin.db)).map((provider) => [provider.name, provider]));
  const edits = [...new Set(names)].flatMap((name) => {
    const provider = stored.get(name);
    if (provider === undefined) return [];
    const entry = identityProviders.wire(provider);
    return [{ section: 'identity_providers', key: name, entry, expected: entryVersion(entry) } as const];
  });
  return edits.length < 2 ? { changes: [], warnings: [], revision: null } : saveEntries(admin, edits);
}

/** Swaps a provider's button with the one before or after it. At the end of the row it does nothing. */
export async function moveProvider(admin: AdminContext, name: string, direction: 'up' | 'down'): Promise<ApplyReport> {
  const names = (await listProviders(admin.db)).map((provider) => provider.name);
  const place = names.indexOf(name);
  const neighbor = place < 0 ? undefined : names[direction === 'up' ? place - 1 : place + 1];
  if (neighbor === undefined) return orderProviders(admin, []);
  return orderProviders(admin, direction === 'up' ? [name, neighbor] : [neighbor, name]);
}
