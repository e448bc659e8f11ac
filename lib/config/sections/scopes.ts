import { unusedSince } from '#lib/clients/usage/unused-since';
import { builtInScopes } from '#lib/scopes/built-in';
import { scopeFields, scopeSchema } from '#lib/scopes/schema';
import type { ScopeRecord } from '#lib/scopes/scope';
import { listFormerScopes, listScopes, scopeTable } from '#lib/scopes/scope-store';
import { type Wire, wireEntry, wireSecrets } from '#lib/vocabulary/wire-entry';
import { countScopeClients } from '../impact/impact-store';
import { counted, countLimit } from '../impact/mark';
import { defineSection } from '../section';
import { storedSecrets } from '../stored-secrets';

export const scopes = defineSection({
  name: 'scopes',
  noun: 'scope',
  target: 'scope',
  fields: scopeFields,
  schema: scopeSchema,
  unique: { name: ({ name }) => name },
  idOf: ({ name }) => name,
  list: listScopes,
  listFormer: listFormerScopes,
  nameKey: 'display_name',
  wire: wireScope,
  toStored: (entries, stored, { newSecretId }) =>
    entries.map((entry) => ({
      ...entry,
      secrets: storedSecrets(entry.secrets, stored.get(entry.name)?.secrets ?? [], newSecretId),
      builtIn: builtInScopes.has(entry.name),
    })),
  builtIn: [...builtInScopes.keys(), 'offline_access'],
  algs: ({ introspectionSignedResponseAlg: alg }) => (alg === null ? [] : [alg]),
  write: scopeTable,
  endMarks: async ({ key }, { db, now }) =>
    counted('scope_clients', await countScopeClients(db, key, unusedSince(now), countLimit)),
});

function wireScope(scope: ScopeRecord): Wire {
  const texts = Object.entries(scope.texts).map(([language, { displayName, description }]) => [
    language,
    { ...(displayName && { display_name: displayName }), ...(description && { description }) },
  ]);
  return wireEntry(scopeFields, scope, { secrets: wireSecrets(scope.secrets), texts: Object.fromEntries(texts) });
}
