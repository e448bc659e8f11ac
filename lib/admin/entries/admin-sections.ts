import { notFound } from '../admin-error';
import { apiSection } from '../apis/section';
import { clientSection } from '../clients/section';
import { groupSection } from '../groups/section';
import { providerSection } from '../providers/section';
import { scopeSection } from '../scopes/section';
import { tenantSection } from '../tenants/section';
import type { AdminSection } from './admin-section';

/** The sections whose entries have pages. */
export const adminSections: readonly AdminSection[] = [
  clientSection,
  scopeSection,
  groupSection,
  apiSection,
  providerSection,
  tenantSection,
];

const byName: ReadonlyMap<string, AdminSection> = new Map(adminSections.map((kind) => [kind.section.name, kind]));

/** The page of an entry of the configuration. Null for people, who are no part of it. */
export function entryPath({ section, key }: { readonly section: string; readonly key: string }): string | null {
  if (section === 'portal') return '/admin/settings';
  return byName.get(section)?.path(key) ?? null;
}

/**
 * The section of the entry that a form changes.
 * @throws AdminError `not_found`
 */
export function getAdminSection(name: string): AdminSection {
  const kind = byName.get(name);
  if (kind === undefined) throw notFound();
  return kind;
}
