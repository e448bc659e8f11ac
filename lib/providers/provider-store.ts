import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import type { ProviderRecord } from './provider-record';
import { providerFields } from './schema';

const { name: _, client_secret: __, private_key: ___, ...fields } = providerFields;
const settings = storedEntry(fields, { displayName: '', type: 'oidc', clientId: '', scope: '', button: 'hidden' });

/** Every identity provider, in the order of their buttons. */
export async function listProviders(db: Database | Transaction): Promise<ProviderRecord[]> {
  const select = { name: true, settings: true, clientSecretSealed: true, position: true } as const;
  const rows = await db.identityProvider.findMany({ orderBy: { position: 'asc' }, select });
  return rows.map(({ settings: json, ...row }) => ({ ...row, ...settings.read(json) }));
}

/** The table that holds a provider. */
export const providerTable = documentTable<ProviderRecord>({
  table: 'IdentityProvider',
  key: 'name',
  toRow: (record) => {
    const { name, clientSecretSealed, position } = record;
    return { name, settings: settings.write(record), clientSecretSealed, position };
  },
});
