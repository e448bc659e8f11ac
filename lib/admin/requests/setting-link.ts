import type { Snapshot } from '#lib/snapshot/snapshot';
import { clientTabs } from '../clients/fields';
import { clientPath, scopePath } from '../entries/entry-path';
import { settingPath } from '../settings/sections';

/** The settings of a scope, by their names in the file. */
const scopeSettings: ReadonlySet<string> = new Set(['required', 'resource', 'secrets']);

/** Settings of the portal. */
const portalSettings: ReadonlySet<string> = new Set([
  'dynamic_registration',
  'client_id_metadata_documents',
  'legacy_flows',
]);

/** The page of a client that shows a setting. A setting without a page leads to the first page. */
export function clientSettingPath(clientId: string, setting: string): string {
  if (setting === 'client_secrets') return clientPath(clientId, 'credentials');
  const [tab] = Object.entries(clientTabs).find(([, fields]) => Object.hasOwn(fields, setting)) ?? [];
  return clientPath(clientId, tab ?? 'settings');
}

/** The page of the setting that a rule names. @returns null if the rule names none */
export function settingLink(
  setting: string | undefined,
  of: { readonly clientId: string | null; readonly scope: string | null },
  { scopes }: Pick<Snapshot, 'scopes'>,
): { readonly name: string; readonly href: string | null } | null {
  if (setting === undefined) return null;
  if (setting === 'client_id') return { name: setting, href: '/admin/clients' };
  if (portalSettings.has(setting)) return { name: setting, href: settingPath(setting) };
  if (scopeSettings.has(setting)) {
    const isKnown = of.scope !== null && scopes.has(of.scope);
    return { name: setting, href: isKnown && of.scope !== null ? scopePath(of.scope) : '/admin/scopes' };
  }
  return { name: setting, href: of.clientId === null ? null : clientSettingPath(of.clientId, setting) };
}
