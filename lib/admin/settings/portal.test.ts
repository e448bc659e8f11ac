import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { entryVersion } from '#lib/config/diff';
import { wirePortal } from '#lib/config/portal';
import { inputOf } from '#lib/i18n/admin/problems';
import { startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { findPortal } from '#lib/tenants/tenant-store';
import { actAs } from '#lib/testing/administrator';
import { password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { savedTexts } from '../entries/entry-fields';
import { type PostedFields, readFormData } from '../read-form';
import { flatPortal, readPortal, readPortalForm, savePortalForm, savePortalSettings } from './actions';
import { kindsOf, sectionNames, sectionPath, settingPath } from './sections';

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider({ users: [{ username: 'root', password, admin: 'owner' }] });
  const { db, settings, now } = provider.context();
  await startSnapshot({ db, secret: settings.secret, now });
});

afterAll(async () => {
  stopSnapshot();
  await provider.close();
});

/** The form as it is for a new installation. */
const stored = wirePortal(defaultPortal);
const { identifiers: _, ...plain }: Record<string, string> = Object.assign(
  {},
  ...sectionNames.map((section) => savedTexts(kindsOf(section), flatPortal(stored))),
);

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  const all = {
    ...plain,
    session_idle_seconds: '60',
    session_absolute_seconds: '120',
    remember_seconds: '240',
    login: 'identifier',
    registration: 'off',
    default_locale: 'de',
    security_profile: 'none',
    dynamic_registration: 'token',
    client_id_metadata_documents: 'trusted',
    'agents.trusted_domains': 'app.example\nmcp.example:8443',
    'agents.denied_domains': '',
    'agents.unused_days': '',
    'agents.grant_days': '14',
    'agents.access_token_seconds': '10 minutes',
    'agents.custom_schemes': 'cursor',
    legacy_flows: 'on',
    second_factor: 'optional',
    trusted_device_days: '7',
    passkeys: 'on',
    email_code: 'off',
    email_second_factor: 'off',
    admin_second_factor: 'optional',
    acr_aliases: 'urn:example:sca 2\ngold = 4',
    password_min_length: '16',
    recovery: 'email',
    account_deletion: 'off',
    audit_retention_days: '',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) data.append(name, value);
  for (const kind of ['username', 'email']) data.append('identifiers', kind);
  return readFormData(data);
};

/** What the forms of all sections save, one after the other. */
const readAll = async (fields: PostedFields) => {
  let entry = stored;
  for (const section of sectionNames) entry = await readPortalForm(section, fields, entry);
  return entry;
};

describe('the portal settings', () => {
  it('are saved once per version, with an event', async () => {
    const admin = await actAs(provider, 'root');
    const { version } = await readPortal(admin);
    const entry = await readAll(form({}));
    await savePortalSettings({ ...admin, reason: 'shorter' }, { entry, version });
    expect(await findPortal(admin.db)).toMatchObject({
      sessionIdleSeconds: 60,
      defaultLocale: 'de',
      login: 'identifier',
      identifiers: ['username', 'email'],
      trustedDeviceDays: 7,
      acrAliases: { 'urn:example:sca': 2, gold: 4 },
      passwordMinLength: 16,
      clientIdMetadataDocuments: 'trusted',
      agents: {
        trustedDomains: ['app.example', 'mcp.example:8443'],
        deniedDomains: [],
        unusedDays: null,
        grantDays: 14,
        accessTokenSeconds: 600,
        customSchemes: ['cursor'],
      },
      auditRetentionDays: null,
    });
    const other = { ...entry, session_idle_seconds: 61 };
    const late = savePortalSettings(admin, { entry: other, version });
    await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const current = entryVersion(wirePortal((await findPortal(admin.db)) ?? expect.fail('it is stored')));
    await expect(
      savePortalForm('sessions')(admin, form({ version, session_idle_seconds: '61' })),
    ).rejects.toMatchObject({
      conflict: { version: current, by: 'root', values: { session_idle_seconds: '1 minute' } },
    });
    expect(await listEvents(admin.db, { types: ['portal.updated'] }, 2)).toMatchObject([{ actorName: 'root' }]);
  });

  it.each([
    ['session_idle_seconds', '0'],
    ['session_idle_seconds', 'soon'],
    ['remember_seconds', '-1'],
    ['remember_seconds', '9'.repeat(12)],
    ['login', 'magic'],
    ['dynamic_registration', ''],
    ['trusted_device_days', ''],
    ['trusted_device_days', '366'],
    ['password_min_length', 'long'],
    ['password_min_length', '14'],
    ['acr_aliases', 'gold'],
    ['acr_aliases', 'gold 5'],
    ['agents.grant_days', ''],
    ['agents.unused_days', '0'],
    ['agents.access_token_seconds', 'soon'],
  ])('refuse the %s %j at its field', async (field, value) => {
    const admin = await actAs(provider, 'root');
    const save = async () =>
      savePortalSettings(admin, { entry: await readAll(form({ [field]: value })), version: 'any' });
    await expect(save()).rejects.toMatchObject({ fields: [expect.objectContaining({ field })] });
  });

  it.each([
    ['agents.trusted_domains', 'app.example\nApp.Example', 'agents.trusted_domains[1]'],
    ['agents.denied_domains', 'https://app.example', 'agents.denied_domains[0]'],
    ['agents.custom_schemes', 'javascript', 'agents.custom_schemes[0]'],
  ])('refuse a line of %s at that line', async (field, typed, place) => {
    const admin = await actAs(provider, 'root');
    const entry = await readAll(form({ [field]: typed }));
    const save = savePortalSettings(admin, { entry, version: 'any' });
    await expect(save).rejects.toMatchObject({ fields: [expect.objectContaining({ field: place })] });
    expect(inputOf(place)).toBe(field);
  });

  it('of a section leave the others as they are, and lead back to it', async () => {
    const admin = await actAs(provider, 'root');
    const { entry, version } = await readPortal(admin);
    const sent = form({
      version,
      display_name: 'Harbour',
      'theme.primary': '#075',
      'links.terms': 'https://harbour.test/',
    });
    expect(await savePortalForm('branding')(admin, sent)).toMatchObject({ goTo: '/admin/settings/branding' });
    const saved = (await readPortal(admin)).entry;
    const { display_name, theme, links, default_locale: _, ...others } = saved;
    expect({ display_name, links }).toEqual({
      display_name: 'Harbour',
      links: { support: null, privacy: null, terms: 'https://harbour.test/' },
    });
    expect(theme).toMatchObject({ primary: '#075', font: 'system', mode: 'system' });
    expect(entry).toMatchObject(others);
  });

  it('have a section each, and an address of their field', () => {
    const keys = sectionNames.flatMap((section) => Object.keys(kindsOf(section)));
    expect(new Set(keys).size).toBe(keys.length);
    const withField = Object.entries(flatPortalSettings).flatMap(([key, { field }]) => (field ? [key] : []));
    expect(keys.toSorted()).toEqual(withField.toSorted());
    expect(settingPath('second_factor')).toBe(`${sectionPath('sign_in')}#field-second_factor`);
    expect(settingPath('theme.primary')).toBe('/admin/settings/branding#field-theme.primary');
    expect(settingPath('nothing')).toBe('/admin/settings');
  });
});
