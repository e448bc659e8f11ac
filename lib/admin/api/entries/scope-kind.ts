import { z } from 'zod';
import { wireScope } from '#lib/config/wire';
import { withBuiltIn } from '#lib/scopes/built-in';
import { scopeFields } from '#lib/scopes/schema';
import { listScopes } from '#lib/scopes/store';
import type { AdminContext } from '../../admin-context';
import { deleteScope } from '../../scopes/change-scope';
import { listSecretTimes } from '../../scopes/store';
import { secretSchema, tellSecret } from '../schemas';
import type { EntryKind, StoredEntry } from './entry-kind';

const { secrets: _, ...fields } = scopeFields;

/** Scopes, the built-in ones among them: to write one of those gives it texts and claims of its own. */
export const scopeKind: EntryKind = {
  section: 'scopes',
  one: 'a scope',
  noun: 'scope',
  schemaName: 'Scope',
  path: '/scopes',
  key: 'name',
  fields,
  hidden: [],
  meta: z.strictObject({
    built_in: z.boolean(),
    configured: z.boolean().meta({ description: 'False for a built-in scope that is as it comes.' }),
    secrets: z.array(secretSchema),
  }),
  once: {},
  find: async (admin, key) => (await list(admin)).get(key) ?? null,
  list,
  complete: (entry) => ({ entry }),
  remove: deleteScope,
};

async function list({ db, now }: AdminContext): Promise<ReadonlyMap<string, StoredEntry>> {
  const stored = await listScopes(db);
  const configured = new Set(stored.map(({ name }) => name));
  const madeAt = new Map((await listSecretTimes(db, null)).map(({ id, createdAt }) => [id, createdAt]));
  return new Map(
    [...withBuiltIn(stored)].map(([name, scope]) => {
      const secrets = scope.secrets.map((one) => tellSecret({ ...one, createdAt: madeAt.get(one.id) ?? now }));
      const meta = { built_in: scope.builtIn, configured: configured.has(name), secrets };
      return [name, { wire: wireScope(scope), isBuiltIn: !configured.has(name), meta }];
    }),
  );
}
