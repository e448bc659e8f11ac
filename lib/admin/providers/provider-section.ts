import { z } from 'zod';
import { identityProviders } from '#lib/config/sections/identity-providers';
import type { ProviderRecord } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { providerFields } from '#lib/providers/schema';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminSection, StoredEntry } from '../entries/admin-section';
import { providerPath } from '../entries/entry-path';
import type { PostedFields } from '../read-form';
import { providerLogoKeys } from '../tenants/logo-keys';
import { typedLogos } from '../tenants/typed-logos';
import { providerTabs } from './provider-fields';
import { getProvider } from './read-provider';

/** Identity providers. Their secrets come from elsewhere: the API accepts them and never returns them. */
export const providerSection: AdminSection = {
  section: identityProviders,
  key: 'name',
  path: providerPath,
  listPath: '/admin/providers',
  isGuarded: true,
  get: async (admin, key) => toStored(await getProvider(admin, key)),
  tabs: { ...providerTabs, settings: { ...providerTabs.settings, typed: typedSettings, files: providerLogoKeys } },
  api: {
    one: 'an identity provider',
    schemaName: 'IdentityProvider',
    path: '/identity-providers',
    fields: {
      ...providerFields,
      client_secret: z.string().min(1).max(2000).nullable().optional().meta({
        writeOnly: true,
        description: 'Left out, the stored one stays; null takes it away.',
      }),
      private_key: z.string().min(1).max(2000).nullable().optional().meta({
        writeOnly: true,
        description: 'PKCS #8 in PEM. Left out, the stored one stays; null takes it away.',
      }),
    },
    hidden: ['client_secret', 'private_key'],
    meta: z.strictObject({ has_client_secret: z.boolean(), has_private_key: z.boolean() }),
    tell: async (_, entries) =>
      new Map(
        [...entries].map(([name, { wire }]) => [
          name,
          { has_client_secret: wire.client_secret !== null, has_private_key: wire.private_key !== null },
        ]),
      ),
    list: async ({ db }) => new Map((await listProviders(db)).map((provider) => [provider.name, toStored(provider)])),
  },
};

/** The typed settings with the uploaded pictures. The server draws them to check them; no code in the browser does. */
async function typedSettings(form: PostedFields, stored: Wire): Promise<Wire> {
  return { ...providerTabs.settings.typed(form, stored), ...(await typedLogos(form, providerLogoKeys)) };
}

function toStored(provider: ProviderRecord): StoredEntry {
  return { wire: identityProviders.wire(provider), isBuiltIn: false, secrets: [] };
}
