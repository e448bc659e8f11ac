import { formSections } from '#lib/i18n/admin/form-sections';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { brandGroups, brandingGroups } from '../branding/fields';
import type { FieldKinds } from '../entries/entry-fields';
import { fieldsOf } from '../entries/setting-fields';

/** The sections of the portal's settings, in the order of their list, with their titles and descriptions. */
export const portalSections = {
  branding: ['Branding', 'The name, colors, logo, links and language of your pages and emails.'],
  ...formSections.portal,
} as const;

export type PortalSection = keyof typeof portalSections;

export const sectionNames: readonly PortalSection[] = [
  'branding',
  'sign_in',
  'sessions',
  'accounts',
  'service',
  'agents',
];

/** The fields of a section. */
export function kindsOf(section: PortalSection): FieldKinds {
  return fieldsOf(flatPortalSettings, ...(section === 'branding' ? brandingGroups : [section]));
}

/** The groups of the file that fields of the settings belong to. */
export const nested = [...brandGroups, 'agents'] as const;

/** The page of what is set before the server starts. */
export const environmentPath = '/admin/settings/environment';

export function sectionPath(section: PortalSection): string {
  return `/admin/settings/${section.replaceAll('_', '-')}`;
}

const sectionOf: ReadonlyMap<string, PortalSection> = new Map(
  sectionNames.flatMap((section) => sectionKeys(section).map((key) => [key, section] as const)),
);

/** The settings of a section that have a field of a kind. Pictures have their own. */
export function sectionKeys(section: PortalSection): readonly string[] {
  return Object.keys(kindsOf(section));
}

/** The address of a setting's field. That of all settings for one that has no field. */
export function settingPath(setting: string): string {
  const section = sectionOf.get(setting);
  return section === undefined ? '/admin/settings' : `${sectionPath(section)}#field-${setting}`;
}
