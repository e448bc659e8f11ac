import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { storedChoice, storedList } from '#lib/vocabulary/stored';
import type { Portal, Tenant } from './tenant';

const text = z.string().nullable();
const storedTheme = z.object({
  primary: text,
  primaryDark: text,
  logo: text,
  logoDark: text,
  radius: text,
  mode: z.enum(['system', 'light', 'dark']),
});
const storedLinks = z.object({ support: text, privacy: text, terms: text });

/** Every tenant. */
export async function listTenants(db: Database | Transaction): Promise<Tenant[]> {
  const rows = await db.tenant.findMany({ omit: { createdAt: true, updatedAt: true } });
  return rows.map((row) => ({
    ...row,
    identityProviders: row.identityProviders === null ? null : storedList(row.identityProviders),
    login: row.login === null ? null : storedChoice(['password', 'identifier'], row.login),
    registration: row.registration === null ? null : storedChoice(['off', 'on'], row.registration),
    theme: storedTheme.parse(JSON.parse(row.theme)),
    links: storedLinks.parse(JSON.parse(row.links)),
  }));
}

/** Creates tenants that do not exist yet. */
export async function createTenants(tx: Transaction, tenants: readonly Tenant[], now: Date): Promise<void> {
  const rows = tenants.map((tenant) => ({ ...toRow(tenant), createdAt: now, updatedAt: now }));
  for (const data of batchesOf(rows)) await tx.tenant.createMany({ data });
}

/** Replaces a tenant whole. */
export async function updateTenant(tx: Transaction, tenant: Tenant, now: Date): Promise<void> {
  const { name, ...columns } = toRow(tenant);
  await tx.tenant.update({ where: { name }, data: { ...columns, updatedAt: now }, select: { name: true } });
}

export async function deleteTenants(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const batch of batchesOf(names)) await tx.tenant.deleteMany({ where: { name: { in: batch } } });
}

const portalId = 1;

/** The portal's settings; null before the first start has stored them. */
export async function findPortal(db: Database | Transaction): Promise<Portal | null> {
  const row = await db.portal.findUnique({ where: { id: portalId }, omit: { id: true } });
  if (row === null) return null;
  return {
    ...row,
    login: storedChoice(['password', 'identifier'], row.login),
    registration: storedChoice(['off', 'on'], row.registration),
    dynamicRegistration: storedChoice(['off', 'token', 'open'], row.dynamicRegistration),
  };
}

/** Stores the portal's settings whole. */
export async function savePortal(tx: Transaction, portal: Portal): Promise<void> {
  const where = { id: portalId };
  await tx.portal.upsert({ where, create: { ...portal, ...where }, update: { ...portal }, select: { id: true } });
}

function toRow(tenant: Tenant) {
  return {
    ...tenant,
    identityProviders: tenant.identityProviders === null ? null : JSON.stringify(tenant.identityProviders),
    theme: JSON.stringify(tenant.theme),
    links: JSON.stringify(tenant.links),
  };
}
