import { z } from 'zod';
import type { Api } from '#lib/apis/api';
import { apiFields, apiSettings } from '#lib/apis/settings';
import { apis } from '#lib/config/sections/apis';
import { formSections } from '#lib/i18n/admin/form-sections';
import { secretSchema, tellSecret } from '../api/schemas';
import { type AdminSection, plainTab, type StoredEntry } from '../entries/admin-section';
import { apiPath } from '../entries/entry-path';
import { fieldsOf } from '../entries/setting-fields';
import { getApi } from './read';

const { secrets: _, ...fields } = apiFields;

export const apiSection: AdminSection = {
  section: apis,
  key: 'name',
  path: apiPath,
  listPath: '/admin/apis',
  secrets: { key: 'secrets', page: 'api' },
  isGuarded: false,
  /** They would be plain scopes again, each an audience of its own. */
  heldBy: ({ scopes }) =>
    Array.isArray(scopes) && scopes.length > 0 ? 'Remove its scopes before you delete it' : null,
  get: async (admin, key) => toStored(await getApi(admin, key)),
  tabs: { settings: plainTab(fieldsOf(apiSettings, ...Object.keys(formSections.apis))) },
  api: {
    one: 'an API',
    schemaName: 'Api',
    path: '/apis',
    fields,
    meta: z.strictObject({ secrets: z.array(secretSchema) }),
    tell: async ({ now }, entries) =>
      new Map(
        [...entries].map(([name, { secrets }]) => [
          name,
          { secrets: secrets.map((one) => tellSecret({ createdAt: now, ...one })) },
        ]),
      ),
    list: async ({ snapshot }) => new Map([...snapshot.apis.values()].map((api) => [api.name, toStored(api)])),
  },
};

function toStored(api: Api): StoredEntry {
  return { wire: apis.wire(api), isBuiltIn: false, secrets: api.secrets };
}
