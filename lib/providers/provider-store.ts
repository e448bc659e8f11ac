import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { forShare } from '#lib/db/sql';
import { type EntryView, entryColumns, rowsInForce } from '#lib/db/staged-rows';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import type { ProviderRecord } from './provider-record';
import { providerFields } from './schema';

const { name: _, client_secret: __, private_key: ___, ...fields } = providerFields;
const settings = storedEntry(fields, { displayName: '', type: 'oidc', clientId: '', scope: '', button: 'hidden' });

/** Every identity provider, in the order of their buttons. */
export function listProviders(db: Database | Transaction): Promise<ProviderRecord[]> {
  return readProviders(db, null);
}

/** Some providers without what a large change makes of them. */
export function listFormerProviders(db: Database | Transaction, names: readonly string[]): Promise<ProviderRecord[]> {
  return readProviders(db, names, 'former');
}

async function readProviders(
  db: Database | Transaction,
  names: readonly string[] | null,
  view?: EntryView,
): Promise<ProviderRecord[]> {
  const where = names === null ? {} : { name: { in: [...names] } };
  const select = { name: true, ...entryColumns, clientSecretSealed: true, position: true } as const;
  const rows = await rowsInForce(db, await db.identityProvider.findMany({ where, select }), view);
  return rows
    .map(({ row: { name, settings: json, clientSecretSealed, position } }) => {
      return { name, clientSecretSealed, position, ...settings.read(json) };
    })
    .sort((a, b) => a.position - b.position);
}

/**
 * Whether a provider still maps groups, is the same provider, and lets the same tenants in. It stays so until the transaction ends, so memberships
 * that are written now are among those that end with the mapping or the issuer.
 */
export async function holdMapping(
  tx: Transaction,
  { name, issuer, allowedTenants }: Pick<ProviderRecord, 'name' | 'issuer' | 'allowedTenants'>,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ settings: string }[]>`
    SELECT "settings" FROM "IdentityProvider" WHERE "name" = ${name} ${forShare(tx.dialect)}`;
  const stored = row && settings.read(row.settings);
  if (stored === undefined || stored.groupMapping === null || stored.issuer !== issuer) return false;
  return allowedTenants.every((tenant) => stored.allowedTenants.includes(tenant));
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
