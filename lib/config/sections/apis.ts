import { algsOf } from '#lib/apis/api';
import { apiTable, listApis, listFormerApis } from '#lib/apis/api-store';
import { apiFields, apiSchema } from '#lib/apis/settings';
import { wireEntry, wireSecrets } from '#lib/vocabulary/wire-entry';
import { defineSection } from '../section';
import { storedSecrets } from '../stored-secrets';

export const apis = defineSection({
  name: 'apis',
  noun: 'API',
  target: 'api',
  fields: apiFields,
  schema: apiSchema,
  unique: { name: ({ name }) => name },
  idOf: ({ name }) => name,
  list: (db, names) => listApis(db, names),
  listFormer: listFormerApis,
  nameKey: 'display_name',
  wire: (api) => wireEntry(apiFields, api, { secrets: wireSecrets(api.secrets) }),
  toStored: (entries, stored, { newSecretId, now }) =>
    entries.map((entry) => {
      const known = stored.get(entry.name)?.secrets ?? [];
      const createdAt = new Map(known.map((secret) => [secret.id, secret.createdAt]));
      const secrets = storedSecrets(entry.secrets, known, newSecretId);
      return {
        ...entry,
        secrets: secrets.map((secret) => ({ ...secret, createdAt: createdAt.get(secret.id) ?? now })),
      };
    }),
  references: ({ scopes }) => scopes.map((name, index) => ({ path: ['scopes', index], to: 'scopes', name }) as const),
  algs: algsOf,
  write: apiTable,
  endMarks: async () => [],
});
