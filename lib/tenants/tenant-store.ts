import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable } from '#lib/db/entry-table';
import { readRow, storedChoice, storedJson, storedList } from '#lib/vocabulary/stored';
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

/** The replacements of unreadable columns. */
const noTheme = { primary: null, primaryDark: null, logo: null, logoDark: null, radius: null, mode: 'system' } as const;
const noLinks = { support: null, privacy: null, terms: null };

/** Every tenant. */
export async function listTenants(db: Database | Transaction): Promise<Tenant[]> {
  const rows = await db.tenant.findMany({ omit: { createdAt: true, updatedAt: true } });
  return rows.map(({ identityProviders, login, registration, ...row }) =>
    readRow<Tenant>((column) => ({
      ...row,
      identityProviders: column(() => (identityProviders === null ? null : storedList(identityProviders)), []),
      login: column(() => (login === null ? null : storedChoice(['password', 'identifier'], login)), null),
      registration: column(() => (registration === null ? null : storedChoice(['off', 'on'], registration)), 'off'),
      theme: column(() => storedJson(storedTheme, row.theme), noTheme),
      links: column(() => storedJson(storedLinks, row.links), noLinks),
    })),
  );
}

/** The table that holds a tenant. */
export const tenantTable = entryTable<Tenant>({
  table: 'Tenant',
  key: 'name',
  toRow: ({ unreadable: _, ...tenant }) => ({
    ...tenant,
    identityProviders: tenant.identityProviders === null ? null : JSON.stringify(tenant.identityProviders),
    theme: JSON.stringify(tenant.theme),
    links: JSON.stringify(tenant.links),
  }),
});

const portalId = 1;

/** The portal's settings; null before the first start stores them. */
export async function findPortal(db: Database | Transaction): Promise<Portal | null> {
  const row = await db.portal.findUnique({ where: { id: portalId }, omit: { id: true } });
  if (row === null) return null;
  return {
    ...row,
    login: storedChoice(['password', 'identifier'], row.login),
    registration: storedChoice(['off', 'on'], row.registration),
    dynamicRegistration: storedChoice(['off', 'token', 'open'], row.dynamicRegistration),
    legacyFlows: storedChoice(['on', 'off'], row.legacyFlows),
  };
}

/** Stores all settings of the portal. */
export async function savePortal(tx: Transaction, portal: Portal): Promise<void> {
  const where = { id: portalId };
  await tx.portal.upsert({ where, create: { ...portal, ...where }, update: { ...portal }, select: { id: true } });
}
