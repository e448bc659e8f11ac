import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProviderFace } from '#lib/admin/providers/read';
import { readScope } from '#lib/admin/scopes/read';
import { kindsOf } from '#lib/admin/scopes/section';
import { readPortal } from '#lib/admin/settings/actions';
import { readTenant } from '#lib/admin/tenants/read';
import { flatTenant, tenantTabs } from '#lib/admin/tenants/section';
import { readUserFacts } from '#lib/admin/users/read';
import { flatTenantSettings } from '#lib/tenants/settings';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { clientPages as pagesOfClients } from '#views/admin/clients/view';
import { ProfileCard } from '#views/admin/users/views/cards';
import { BrandingForm } from '../../branding/views/branding';
import { type ClientTab, clientTabs } from '../../clients/fields';
import { ConnectionForm } from '../../providers/views/connection';
import { ProviderForm } from '../../providers/views/settings';
import { ScopeForm, TranslationsForm } from '../../scopes/views/forms';
import { kindsOf as kindsOfPortal, sectionNames } from '../../settings/sections';
import { PortalForm } from '../../settings/view';
import { TenantSettings } from '../../tenants/view';

const shop = {
  client_id: 'shop',
  client_name: 'Lantern Books',
  client_secrets: [{ value: 'a-secret-of-a-shop-0123456789' }],
  redirect_uris: ['https://rp.test/one', 'https://rp.test/two'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid email orders',
  access_token_lifetime_seconds: 5400,
  identity_providers: { allow: ['corp'] },
  claims: { department: 'books' },
  allowed_cors_origins: null,
};
const corp = {
  name: 'corp',
  display_name: 'Contoso',
  type: 'oidc',
  issuer: 'https://login.corp.test',
  client_id: 'signet',
  claim_mapping: { department: 'dept' },
};
const text = { display_name: 'Bestellungen' };
const orders = { name: 'orders', type: 'resource', description: 'Your orders', texts: { de: text } };
const acme = { name: 'acme', display_name: 'Acme', theme: { primary: '#ffe27a' }, identity_providers: ['corp'] };

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    portal: { audit_retention_days: null },
    clients: [shop],
    identity_providers: [corp],
    scopes: [orders],
    tenants: [acme],
    users: [{ username: 'alice', tenants: ['acme'], claims: { name: 'Alice <A>', role: ['buyer'] } }],
  });
});
afterAll(() => area.close());

const form = { action: '/admin/x/submit', hidden: {}, proof: 'none', hasFile: false, canEdit: false } as const;

async function auditor() {
  const admin = await area.admin('au');
  return { ...admin, principal: { ...admin.principal, role: 'auditor' as const } };
}

type Page = [page: string, render: () => Promise<React.ReactNode>, keys: readonly string[], told: readonly string[]];

const clientPages = Object.keys(clientTabs).map((page): Page => {
  const told: Partial<Record<string, string[]>> = {
    settings: ['Lantern Books', 'https://rp.test/one', 'https://rp.test/two', 'Automatic', '"department": "books"'],
    access: ['openid', 'orders', 'Contoso', 'Yes'],
    tokens: ['1 hour 30 minutes', 'Not set'],
  };
  const render = async () => {
    const found = pagesOfClients.pages.find(({ path }) => path === `clients/[client_id]/${page}`);
    if (found === undefined || !('render' in found)) throw new Error(`there is no page ${page}`);
    const names = { client_id: 'shop' };
    const content = await found.render({ admin: await auditor(), names, query: { all: '1' }, csrf: 'c', nonce: '' });
    return 'body' in content ? content.body : null;
  };
  return [`client: ${page}`, render, Object.keys(clientTabs[page as ClientTab]), told[page] ?? []];
});

it.each<Page>([
  ...clientPages,
  [
    'provider: connection',
    async () => <ConnectionForm provider={await readProviderFace(await auditor(), 'corp')} form={form} />,
    ['issuer', 'client_id', 'scope'],
    ['https://login.corp.test', 'signet'],
  ],
  [
    'provider: settings',
    async () => <ProviderForm provider={await readProviderFace(await auditor(), 'corp')} examples={null} form={form} />,
    ['display_name', 'button', 'domains', 'logo', 'logo_dark', 'create_users', 'claim_mapping', 'acr_mapping'],
    ['Contoso', 'department', 'dept'],
  ],
  [
    'scope: settings',
    async () => <ScopeForm settings={(await readScope(await auditor(), 'orders')).settings} form={form} />,
    Object.keys(kindsOf({ type: 'resource' })),
    ['Your orders', 'No'],
  ],
  [
    'scope: translations',
    async () => <TranslationsForm scope={await readScope(await auditor(), 'orders')} form={form} />,
    [],
    ['Bestellungen', 'Not set'],
  ],
  [
    'tenant: settings',
    async () => {
      const { settings } = await readTenant(await auditor(), 'acme');
      return <TenantSettings settings={settings} providers={[{ value: 'corp', label: 'Contoso' }]} form={form} />;
    },
    Object.keys(tenantTabs.settings),
    ['Acme', 'Contoso'],
  ],
  [
    'tenant: branding',
    async () => {
      const tenant = await readTenant(await auditor(), 'acme');
      const entry = flatTenant(tenant.settings);
      return <BrandingForm {...tenant} settings={flatTenantSettings} entry={entry} preview="/preview" form={form} />;
    },
    Object.keys(tenantTabs.branding),
    ['#ffe27a'],
  ],
  ...sectionNames.map(
    (section): Page => [
      `portal: ${section}`,
      async () => <PortalForm section={section} facts={await readPortal(await auditor())} canEdit={false} />,
      Object.keys(kindsOfPortal(section)),
      section === 'service' ? ['Forever'] : [],
    ],
  ),
  [
    'user: profile',
    async () => {
      const admin = await auditor();
      const { sub } = await admin.db.user.findFirstOrThrow({ where: { username: 'alice' }, select: { sub: true } });
      return <ProfileCard user={await readUserFacts(admin, sub)} tenants={['acme']} />;
    },
    [],
    ['alice', 'Alice &lt;A&gt;', 'buyer', 'acme'],
  ],
])('%s: whoever cannot change it reads text, with nothing to fill in or send', async (_, render, keys, told) => {
  const html = renderToStaticMarkup(await render());
  // A preview of a look is chosen by an address, which changes nothing.
  const page = html.replace(/<form [^>]*action="[^"]*\/preview" target="preview".*?<\/form>/s, '');
  expect(
    page.match(/<(?:form|input|select|textarea|fieldset [^>]*disabled|button type="submit")\b[^>]*>/g) ?? [],
  ).toEqual([]);
  for (const key of keys) expect(page).toContain(`id="field-${key}"`);
  for (const value of told) expect(page.replaceAll('&quot;', '"')).toContain(value);
});
