import type { Database, Transaction } from '#lib/db/database';
import { documentTable } from '#lib/db/document-table';
import { type EntryView, entryColumns, rowsInForce } from '#lib/db/staged-rows';
import { storedEntry } from '#lib/vocabulary/stored-entry';
import { defaultPortal, portalFields } from './portal-schema';
import { type Portal, type Tenant, tenantFields } from './schema';

const { name: _, ...fields } = tenantFields;
const settings = storedEntry(fields, { displayName: '', identityProviders: [], registration: 'off' });

/** Every tenant. */
export function listTenants(db: Database | Transaction): Promise<Tenant[]> {
  return readTenants(db, null);
}

/** Some tenants without what a large change makes of them. */
export function listFormerTenants(db: Database | Transaction, names: readonly string[]): Promise<Tenant[]> {
  return readTenants(db, names, 'former');
}

async function readTenants(
  db: Database | Transaction,
  names: readonly string[] | null,
  view?: EntryView,
): Promise<Tenant[]> {
  const where = names === null ? {} : { name: { in: [...names] } };
  const rows = await db.tenant.findMany({ where, select: { name: true, ...entryColumns } });
  return (await rowsInForce(db, rows, view)).map(({ row: { name, settings: json } }) => {
    return { name, ...settings.read(json) };
  });
}

/** The table that holds a tenant. */
export const tenantTable = documentTable<Tenant>({
  table: 'Tenant',
  key: 'name',
  toRow: (tenant) => ({ name: tenant.name, settings: settings.write(tenant) }),
});

const portalId = 1;
const portalSettings = storedEntry(portalFields, {});

/** The portal's settings. Null before the first start stores them. */
export async function findPortal(db: Database | Transaction): Promise<Portal | null> {
  const row = await db.portal.findUnique({ where: { id: portalId }, select: { settings: true } });
  if (row === null) return null;
  const { unreadable, ...portal } = portalSettings.read(row.settings);
  // Nothing can be disabled instead, and a default may allow more than what was stored.
  if (unreadable) throw new Error('a stored setting of the portal cannot be read');
  return portal;
}

/** The portal's settings. Before the first start stores them, the defaults. */
export async function currentPortal(db: Database | Transaction): Promise<Portal> {
  return (await findPortal(db)) ?? defaultPortal;
}

/** Stores all settings of the portal. */
export async function savePortal(tx: Transaction, portal: Portal): Promise<void> {
  const where = { id: portalId };
  const { sessionAbsoluteSeconds, rememberSeconds } = portal;
  const update = { settings: portalSettings.write(portal), sessionAbsoluteSeconds, rememberSeconds };
  await tx.portal.upsert({ where, create: { ...update, ...where }, update, select: { id: true } });
}
