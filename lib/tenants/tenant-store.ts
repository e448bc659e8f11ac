import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable, toRow } from '#lib/db/entry-table';
import { fontNames } from '#lib/theme/derive-theme';
import { storedLevels } from '#lib/vocabulary/acr-names';
import { choiceColumns, jsonColumn, readColumns } from '#lib/vocabulary/stored';
import { identifiers } from './account-keys';
import { agents, wireAgents } from './agent-keys';
import { defaultPortal, portalFields } from './portal-schema';
import { signInTexts, tenantFields } from './schema';
import type { Portal, Tenant } from './tenant';

const text = z.string().nullable();
const storedTheme = z.object({
  primary: text,
  primaryDark: text,
  /** Rows of earlier versions lack these five. */
  background: text.default(null),
  backgroundDark: text.default(null),
  logo: text,
  logoDark: text,
  favicon: text.default(null),
  texts: signInTexts.default(null),
  radius: text,
  font: z.enum(fontNames).default('system'),
  mode: z.enum(['system', 'light', 'dark']),
});
const storedLinks = z.object({ support: text, privacy: text, terms: text });

const columns = z.object({
  ...choiceColumns(tenantFields),
  identityProviders: jsonColumn(z.array(z.string()).nullable()),
  identifiers: jsonColumn(identifiers.nullable()),
  theme: jsonColumn(storedTheme),
  links: jsonColumn(storedLinks),
});

/** The replacements for broken columns. */
const harmless = {
  identityProviders: '[]',
  registration: 'off',
  identifiers: null,
  theme: JSON.stringify({ primary: null, primaryDark: null, logo: null, logoDark: null, radius: null, mode: 'system' }),
  links: JSON.stringify({ support: null, privacy: null, terms: null }),
} as const;

/** Every tenant. */
export async function listTenants(db: Database | Transaction): Promise<Tenant[]> {
  const rows = await db.tenant.findMany({ omit: { createdAt: true, updatedAt: true } });
  return rows.map((row) => ({ ...row, ...readColumns(columns, row, harmless) }));
}

/** The table that holds a tenant. */
export const tenantTable = entryTable<Tenant>({
  table: 'Tenant',
  key: 'name',
  toRow: ({ unreadable: _, ...tenant }) => toRow(tenant),
});

const portalId = 1;

const portalColumns = z.object({
  ...choiceColumns(portalFields),
  identifiers: jsonColumn(identifiers),
  acrAliases: jsonColumn(storedLevels),
  agents: jsonColumn(agents),
});

/** The portal's settings. Null before the first start stores them. */
export async function findPortal(db: Database | Transaction): Promise<Portal | null> {
  const row = await db.portal.findUnique({ where: { id: portalId }, omit: { id: true } });
  return row && { ...row, ...portalColumns.parse(row) };
}

/** The portal's settings. Before the first start stores them, the defaults. */
export async function currentPortal(db: Database | Transaction): Promise<Portal> {
  return (await findPortal(db)) ?? defaultPortal;
}

/** Stores all settings of the portal. */
export async function savePortal(tx: Transaction, portal: Portal): Promise<void> {
  const where = { id: portalId };
  const update = toRow({ ...portal, agents: wireAgents(portal.agents) });
  await tx.portal.upsert({ where, create: { ...update, ...where }, update, select: { id: true } });
}
