import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { storedChoice, storedList } from '#lib/vocabulary/stored';
import type { ProviderRecord } from './provider-record';

const storedMapping = z.record(z.string(), z.string());

/** Every identity provider, in the order of their buttons. */
export async function listProviders(db: Database | Transaction): Promise<ProviderRecord[]> {
  const rows = await db.identityProvider.findMany({
    orderBy: { position: 'asc' },
    omit: { createdAt: true, updatedAt: true },
  });
  return rows.map((row) => ({
    ...row,
    type: storedChoice(['oidc', 'github'], row.type),
    button: storedChoice(['show', 'domain', 'hidden'], row.button),
    domains: storedList(row.domains),
    claimMapping: storedMapping.parse(JSON.parse(row.claimMapping)),
  }));
}

/** Creates providers that do not exist yet. */
export async function createProviders(tx: Transaction, records: readonly ProviderRecord[], now: Date): Promise<void> {
  const rows = records.map((record) => ({ ...toRow(record), createdAt: now, updatedAt: now }));
  for (const data of batchesOf(rows)) await tx.identityProvider.createMany({ data });
}

/** Replaces a provider whole. */
export async function updateProvider(tx: Transaction, record: ProviderRecord, now: Date): Promise<void> {
  const { name, ...columns } = toRow(record);
  await tx.identityProvider.update({ where: { name }, data: { ...columns, updatedAt: now }, select: { name: true } });
}

export async function deleteProviders(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const batch of batchesOf(names)) await tx.identityProvider.deleteMany({ where: { name: { in: batch } } });
}

function toRow(record: ProviderRecord) {
  return { ...record, domains: JSON.stringify(record.domains), claimMapping: JSON.stringify(record.claimMapping) };
}
