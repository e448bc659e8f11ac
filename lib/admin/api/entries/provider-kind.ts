import { z } from 'zod';
import { wireProvider } from '#lib/config/wire';
import { providerFields } from '#lib/providers/schema';
import { listProviders } from '#lib/providers/store';
import type { AdminContext } from '../../admin-context';
import { deleteProvider } from '../../providers/change-provider';
import type { EntryKind, StoredEntry } from './entry-kind';

/** Identity providers. Their secrets are made elsewhere: they are written here and never answered. */
export const providerKind: EntryKind = {
  section: 'identity_providers',
  one: 'an identity provider',
  noun: 'identity provider',
  schemaName: 'IdentityProvider',
  path: '/identity-providers',
  key: 'name',
  fields: {
    ...providerFields,
    client_secret: z.string().min(1).max(2000).nullable().optional().meta({
      writeOnly: true,
      description: 'Left out, the stored one stays; null takes it away.',
    }),
  },
  hidden: ['client_secret'],
  meta: z.strictObject({ has_client_secret: z.boolean() }),
  once: {},
  find: async (admin, key) => (await list(admin)).get(key) ?? null,
  list,
  complete: (entry) => ({ entry }),
  remove: deleteProvider,
};

async function list({ db }: AdminContext): Promise<ReadonlyMap<string, StoredEntry>> {
  const providers = await listProviders(db);
  return new Map(
    providers.map((provider) => {
      const meta = { has_client_secret: provider.clientSecretSealed !== null };
      return [provider.name, { wire: wireProvider(provider), isBuiltIn: false, meta }];
    }),
  );
}
