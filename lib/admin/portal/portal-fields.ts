import { formSections } from '#lib/i18n/admin/form-sections';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { flatGroups, nestGroups } from '../entries/entry-fields';
import { fieldsOf } from '../entries/setting-fields';

/** The fields of the form. */
export const portalKinds = fieldsOf(flatPortalSettings, ...Object.keys(formSections.portal));

const nested = ['agents'] as const;

/** The settings as one value for each field of the form. */
export function flatPortal(entry: Wire): Wire {
  return flatGroups(entry, nested);
}

/** The values of the form in the structure of the file. */
export function nestPortal(values: Wire): Wire {
  return nestGroups(values, {}, nested);
}
