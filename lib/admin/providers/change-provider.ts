import { entryVersion } from '#lib/config/entry-version';
import { type Wire, wireProvider } from '#lib/config/wire';
import { listProviders } from '#lib/providers/store';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { saveForm } from '../entries/save-form';
import { toldProvider } from './provider-fields';
import { getProvider } from './read-provider';

const section = 'identity_providers';

/** @throws AdminError `already_exists` at name, `invalid` with the fields */
export async function createProvider(admin: AdminContext, entry: Wire & { readonly name: string }): Promise<void> {
  try {
    await saveEntries(admin, [{ section, key: entry.name, entry, expected: null }]);
  } catch (error) {
    if (!isAdminError(error) || error.code !== 'already_exists') throw error;
    const message = `there is a provider ${entry.name} already`;
    throw new AdminError('already_exists', message, [{ field: 'name', code: 'already_exists', message }]);
  }
}

type ProviderSave = {
  readonly name: string;
  readonly changes: Wire;
  readonly version: string;
  readonly reason: string | null;
};

/** @throws AdminError `changed_meanwhile` with what was saved in between, `invalid` with the fields */
export async function saveProvider(admin: AdminContext, { name, ...save }: ProviderSave): Promise<void> {
  const stored = wireProvider(await getProvider(admin, name));
  await saveForm(admin, { section, key: name, stored, told: toldProvider, ...save });
}

/** Lets people sign in there, or not any more from now on. Sessions that began there go on. */
export async function enableProvider(admin: AdminContext, name: string, enabled: boolean): Promise<void> {
  await update(admin, name, { enabled });
}

/** Puts another secret into the place of the present one, which nothing can show; null for a public client. */
export async function replaceProviderSecret(admin: AdminContext, name: string, secret: string | null): Promise<void> {
  await update(admin, name, { client_secret: secret });
}

/**
 * Changes the place among the buttons with the neighbour: the two are written in their new order, which is how the file
 * says it. At the end of the row it does nothing.
 */
export async function moveProvider(admin: AdminContext, name: string, direction: 'up' | 'down'): Promise<void> {
  const providers = await listProviders(admin.db);
  const place = providers.findIndex((provider) => provider.name === name);
  const [own, other] = [providers[place], providers[direction === 'up' ? place - 1 : place + 1]];
  if (own === undefined || other === undefined) return;
  const order = direction === 'up' ? [own, other] : [other, own];
  const edits = order.map((provider) => {
    const entry = wireProvider(provider);
    return { section, key: provider.name, entry, expected: entryVersion(entry) } as const;
  });
  await saveEntries(admin, edits);
}

/**
 * Deletes a provider that was disabled before. Who signed in there keeps their account, but not the way to it.
 * @param version the one that whoever deletes it saw (see entryVersion()); null when it does not matter
 * @throws AdminError `in_use` while it is enabled, or a client or a tenant names it
 */
export async function deleteProvider(admin: AdminContext, name: string, version: string | null): Promise<void> {
  const record = await getProvider(admin, name);
  if (record.enabled) throw new AdminError('in_use', 'Disable the provider before you delete it');
  const expected = version ?? entryVersion(wireProvider(record));
  await saveEntries(admin, [{ section, key: name, entry: null, expected }]);
}

async function update(admin: AdminContext, name: string, changes: Wire): Promise<void> {
  const stored = wireProvider(await getProvider(admin, name));
  await saveEntries(admin, [{ section, key: name, entry: { ...stored, ...changes }, expected: entryVersion(stored) }]);
}
