import { wireClient } from '#lib/clients/wire-client';
import { entryVersion } from '#lib/config/entry-version';
import type { Wire } from '#lib/config/wire';
import { createHandle } from '#lib/crypto/random';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { toldValues } from '../entries/entry-fields';
import { saveForm } from '../entries/save-form';
import { type ClientTab, clientTabs } from './client-fields';
import { getClient } from './read-client';

type ClientSave = {
  readonly clientId: string;
  readonly tab: ClientTab;
  readonly changes: Wire;
  readonly version: string;
  readonly reason: string | null;
};

/**
 * Saves one page of a client's settings.
 * @throws AdminError `changed_meanwhile` with what was saved in between, `invalid` with the fields
 */
export async function saveClientTab(admin: AdminContext, { clientId, tab, ...save }: ClientSave): Promise<void> {
  const stored = wireClient(await getClient(admin, clientId));
  await saveForm(admin, {
    section: 'clients',
    key: clientId,
    stored,
    told: (entry) => toldValues(clientTabs[tab], entry),
    ...save,
  });
}

/** Lets a client in, or keeps it out from now on: its tokens stop working at our endpoints. */
export async function enableClient(admin: AdminContext, clientId: string, enabled: boolean): Promise<void> {
  await update(admin, clientId, (stored) => ({ ...stored, enabled }));
}

export type NewSecret = { readonly description: string | null; readonly expiresInDays: number | null };

/** @returns the secret, which nothing can show again */
export async function addClientSecret(admin: AdminContext, clientId: string, secret: NewSecret): Promise<string> {
  const value = createHandle();
  await update(admin, clientId, (stored) => ({
    ...stored,
    client_secrets: [...secretsOf(stored), secretEntry(value, secret, admin.now)],
  }));
  return value;
}

/** A new secret as the configuration takes it. */
export function secretEntry(value: string, { description, expiresInDays }: NewSecret, now: Date): Wire {
  const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * 86_400_000);
  return { value, description, expires_at: expiresAt?.toISOString() ?? null };
}

/** @throws AdminError `not_found`; `invalid` for the last secret of a client that needs one */
export async function deleteClientSecret(admin: AdminContext, clientId: string, secretId: string): Promise<void> {
  const record = await getClient(admin, clientId);
  const secrets = record.secrets.filter(({ id }) => id !== secretId);
  if (secrets.length === record.secrets.length) throw new AdminError('not_found', 'There is no such secret');
  const stored = wireClient(record);
  const entry = wireClient({ ...record, secrets });
  await saveEntries(admin, [{ section: 'clients', key: clientId, entry, expected: entryVersion(stored) }]);
}

/**
 * Deletes a client that was disabled before, with everything that was granted to it.
 * @param version the one that whoever deletes it saw (see entryVersion()); null when it does not matter
 * @throws AdminError `not_found`, `in_use`, `changed_meanwhile`
 */
export async function deleteClient(admin: AdminContext, clientId: string, version: string | null): Promise<void> {
  const record = await getClient(admin, clientId);
  if (record.enabled) throw new AdminError('in_use', 'Disable the client before you delete it');
  const expected = version ?? entryVersion(wireClient(record));
  await saveEntries(admin, [{ section: 'clients', key: clientId, entry: null, expected }]);
}

async function update(admin: AdminContext, clientId: string, change: (stored: Wire) => Wire): Promise<void> {
  const stored = wireClient(await getClient(admin, clientId));
  await saveEntries(admin, [
    { section: 'clients', key: clientId, entry: change(stored), expected: entryVersion(stored) },
  ]);
}

function secretsOf(stored: Wire): readonly unknown[] {
  return Array.isArray(stored.client_secrets) ? stored.client_secrets : [];
}
