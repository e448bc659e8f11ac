import { describe, expect, it } from 'vitest';
import { clientSettings } from '#lib/clients/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { flatProviderSettings } from '#lib/providers/settings';
import { scopeSettings } from '#lib/scopes/settings';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { flatTenantSettings } from '#lib/tenants/settings';
import type { SettingTable } from '#lib/vocabulary/setting';
import { brandingGroups } from '../branding/fields';
import { fieldsOf } from './setting-fields';

const {
  clients,
  portal,
  identity_providers: providers,
  scopes,
  tenants,
} = {
  ...formSections,
  clients: Object.assign({}, ...Object.values(formSections.clients)),
  identity_providers: { connection: [], ...formSections.providers },
  tenants: { ...formSections.tenants, colors: [], shape: [], texts: [] },
  portal: { ...formSections.portal, ...Object.fromEntries(brandingGroups.map((group) => [group, []])) },
};

describe.each<[string, SettingTable, object]>([
  ['clients', clientSettings, clients],
  ['scopes', scopeSettings, scopes],
  ['identity_providers', flatProviderSettings, providers],
  ['tenants', flatTenantSettings, tenants],
  ['portal', flatPortalSettings, portal],
])('the fields of %s', (_, settings, sections) => {
  it('are each in a section of a form, and each section has some', () => {
    const fields = Object.entries(settings).flatMap(([key, { field }]) => (field ? [key] : []));
    expect(Object.keys(fieldsOf(settings, ...Object.keys(sections))).toSorted()).toEqual(fields.toSorted());
    for (const section of Object.keys(sections)) expect(fieldsOf(settings, section), section).not.toEqual({});
  });

  it('each have a label, and follow a field of their section', () => {
    for (const [key, { field, text }] of Object.entries(settings)) {
      if (field !== undefined) expect(text, key).toBeDefined();
      if (field?.after !== undefined) expect(settings[field.after]?.field?.group, key).toBe(field.group);
    }
  });
});
