import { z } from 'zod';
import { scopes } from '#lib/config/sections/scopes';
import { withBuiltIn } from '#lib/scopes/built-in';
import { scopeFields } from '#lib/scopes/schema';
import { listScopes } from '#lib/scopes/scope-store';
import { secretSchema, tellSecret } from '../api/schemas';
import type { AdminSection } from '../entries/admin-section';
import { scopePath } from '../entries/entry-path';
import { getScope } from './read-scope';
import { scopeTabs } from './scope-fields';
import { listSecretTimes } from './secret-times-store';

const { secrets: _, ...fields } = scopeFields;

/** Scopes, including the built-in ones. Writing a built-in scope gives it custom texts and claims. */
export const scopeSection: AdminSection = {
  section: scopes,
  key: 'name',
  path: scopePath,
  listPath: '/admin/scopes',
  secrets: { key: 'secrets', page: 'api' },
  isGuarded: false,
  get: async (admin, key) => {
    const { scope, configured } = await getScope(admin, key);
    return { wire: scopes.wire(scope), isBuiltIn: !configured, secrets: scope.secrets };
  },
  tabs: scopeTabs,
  api: {
    one: 'a scope',
    schemaName: 'Scope',
    path: '/scopes',
    fields,
    meta: z.strictObject({
      built_in: z.boolean(),
      configured: z.boolean().meta({ description: 'False for a built-in scope that is as it comes.' }),
      secrets: z.array(secretSchema),
    }),
    tell: async ({ db, now }, entries) => {
      const madeAt = new Map((await listSecretTimes(db, null)).map(({ id, createdAt }) => [id, createdAt]));
      return new Map(
        [...entries].map(([name, { isBuiltIn, secrets }]) => {
          const told = secrets.map((one) => tellSecret({ ...one, createdAt: madeAt.get(one.id) ?? now }));
          return [name, { built_in: scopes.builtIn?.includes(name) ?? false, configured: !isBuiltIn, secrets: told }];
        }),
      );
    },
    list: async ({ db }) => {
      const stored = await listScopes(db);
      const configured = new Set(stored.map(({ name }) => name));
      return new Map(
        [...withBuiltIn(stored)].map(([name, scope]) => {
          const entry = { wire: scopes.wire(scope), isBuiltIn: !configured.has(name), secrets: scope.secrets };
          return [name, entry];
        }),
      );
    },
  },
};
