import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable } from '#lib/db/entry-table';
import { storedLevels } from '#lib/vocabulary/acr-names';
import { readRow, storedChoice, storedJson, storedList } from '#lib/vocabulary/stored';
import type { ProviderRecord } from './provider-record';

const storedMapping = z.record(z.string(), z.string());

/** Every identity provider, in the order of their buttons. */
export async function listProviders(db: Database | Transaction): Promise<ProviderRecord[]> {
  const rows = await db.identityProvider.findMany({
    orderBy: { position: 'asc' },
    omit: { createdAt: true, updatedAt: true },
  });
  return rows.map((row) =>
    readRow<ProviderRecord>((column) => ({
      ...row,
      type: column(() => storedChoice(['oidc', 'github'], row.type), 'oidc'),
      button: column(() => storedChoice(['show', 'domain', 'hidden'], row.button), 'hidden'),
      domains: column(() => storedList(row.domains), []),
      claimMapping: column(() => storedJson(storedMapping, row.claimMapping), {}),
      acrMapping: column(() => storedJson(storedLevels, row.acrMapping), {}),
    })),
  );
}

/** The table that holds a provider. */
export const providerTable = entryTable<ProviderRecord>({
  table: 'IdentityProvider',
  key: 'name',
  toRow: ({ unreadable: _, ...record }) => ({
    ...record,
    domains: JSON.stringify(record.domains),
    claimMapping: JSON.stringify(record.claimMapping),
    acrMapping: JSON.stringify(record.acrMapping),
  }),
});
