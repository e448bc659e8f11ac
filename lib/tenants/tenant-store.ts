import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/database';
import { entryTable } from '#lib/db/entry-table';
import { fontNames } from '#lib/theme/fonts';
import { storedLevels } from '#lib/vocabulary/acr-names';
import { securityProfiles } from '#lib/vocabulary/security-profile';
import { readRow, storedChoice, storedJson, storedList } from '#lib/vocabulary/stored';
import { identifiers, onOff, secondFactorRules } from './account-keys';
import { agents, wireAgents } from './agent-keys';
import { defaultPortal, documentModes } from './portal-schema';
import { signInTexts } from './schema';
import type { Portal, Tenant } from './tenant';

const text = z.string().nullable();
const storedTheme = z.object({
  primary: text,
  primaryDark: text,
  /** Rows of earlier versions have none of these five. */
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

/** The replacements of unreadable columns. */
const noTheme = {
  primary: null,
  primaryDark: null,
  background: null,
  backgroundDark: null,
  logo: null,
  logoDark: null,
  favicon: null,
  texts: null,
  radius: null,
  font: 'system',
  mode: 'system',
} as const;
const noLinks = { support: null, privacy: null, terms: null };

/** Every tenant. */
export async function listTenants(db: Database | Transaction): Promise<Tenant[]> {
  const rows = await db.tenant.findMany({ omit: { createdAt: true, updatedAt: true } });
  return rows.map(({ identityProviders, login, registration, secondFactor, emailCode, ...row }) =>
    readRow<Tenant>((column) => ({
      ...row,
      identityProviders: column(() => (identityProviders === null ? null : storedList(identityProviders)), []),
      login: column(() => (login === null ? null : storedChoice(['password', 'identifier'], login)), null),
      registration: column(() => (registration === null ? null : storedChoice(onOff, registration)), 'off'),
      identifiers: column(() => (row.identifiers === null ? null : storedJson(identifiers, row.identifiers)), null),
      secondFactor: column(() => (secondFactor === null ? null : storedChoice(secondFactorRules, secondFactor)), null),
      emailCode: column(() => (emailCode === null ? null : storedChoice(onOff, emailCode)), null),
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
    identifiers: tenant.identifiers === null ? null : JSON.stringify(tenant.identifiers),
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
    registration: storedChoice(onOff, row.registration),
    identifiers: storedJson(identifiers, row.identifiers),
    secondFactor: storedChoice(secondFactorRules, row.secondFactor),
    passkeys: storedChoice(onOff, row.passkeys),
    emailCode: storedChoice(onOff, row.emailCode),
    emailSecondFactor: storedChoice(onOff, row.emailSecondFactor),
    recovery: storedChoice(['email', 'off'], row.recovery),
    accountDeletion: storedChoice(onOff, row.accountDeletion),
    acrAliases: storedJson(storedLevels, row.acrAliases),
    adminSecondFactor: storedChoice(['optional', 'required'], row.adminSecondFactor),
    securityProfile: storedChoice(securityProfiles, row.securityProfile),
    dynamicRegistration: storedChoice(['off', 'token', 'open'], row.dynamicRegistration),
    clientIdMetadataDocuments: storedChoice(documentModes, row.clientIdMetadataDocuments),
    agents: storedJson(agents, row.agents),
    legacyFlows: storedChoice(['on', 'off'], row.legacyFlows),
  };
}

/** The portal's settings, which are the defaults before the first start stores them. */
export async function currentPortal(db: Database | Transaction): Promise<Portal> {
  return (await findPortal(db)) ?? defaultPortal;
}

/** Stores all settings of the portal. */
export async function savePortal(tx: Transaction, portal: Portal): Promise<void> {
  const where = { id: portalId };
  const { identifiers: kinds, acrAliases, agents: rules, ...columns } = portal;
  const texts = {
    identifiers: JSON.stringify(kinds),
    acrAliases: JSON.stringify(acrAliases),
    agents: JSON.stringify(wireAgents(rules)),
  };
  const update = { ...columns, ...texts };
  await tx.portal.upsert({ where, create: { ...update, ...where }, update, select: { id: true } });
}
