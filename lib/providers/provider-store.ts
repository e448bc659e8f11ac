import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable, toRow } from '#lib/db/entry-table';
import { storedLevels } from '#lib/vocabulary/acr-names';
import { choiceColumns, jsonColumn, listColumn, readColumns } from '#lib/vocabulary/stored';
import type { ProviderRecord } from './provider-record';
import { providerFields } from './schema';

const columns = z.object({
  ...choiceColumns(providerFields),
  domains: listColumn,
  allowedTenants: listColumn,
  claimMapping: jsonColumn(z.record(z.string(), z.string())),
  acrMapping: jsonColumn(storedLevels),
});

/** The replacements for broken columns. */
const harmless = {
  type: 'oidc',
  button: 'hidden',
  domains: '[]',
  allowedTenants: '[]',
  claimMapping: '{}',
  acrMapping: '{}',
} as const;

/** Every identity provider, in the order of their buttons. */
export async function listProviders(db: Database | Transaction): Promise<ProviderRecord[]> {
  const rows = await db.identityProvider.findMany({
    orderBy: { position: 'asc' },
    omit: { createdAt: true, updatedAt: true },
  });
  return rows.map((row) => ({ ...row, ...readColumns(columns, row, harmless) }));
}

/** The table that holds a provider. */
export const providerTable = entryTable<ProviderRecord>({
  table: 'IdentityProvider',
  key: 'name',
  toRow: ({ unreadable: _, ...record }) => toRow(record),
});
