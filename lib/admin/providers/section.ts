import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { identityProviders } from '#lib/config/sections/identity-providers';
import { formSections } from '#lib/i18n/admin/form-sections';
import type { ProviderRecord } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/provider-store';
import { providerFields } from '#lib/providers/schema';
import { flatProviderSettings, providerSettings } from '#lib/providers/settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError } from '../admin-error';
import type { AdminSection, StoredEntry, Tab } from '../entries/admin-section';
import { flatGroups, membersOf, nestGroups, savedTexts, typedValues } from '../entries/entry-fields';
import { providerPath } from '../entries/entry-path';
import { providerLogoKeys, typedLogos } from '../entries/logos';
import { fieldsOf } from '../entries/setting-fields';
import type { PostedFields } from '../read-form';
import { getProvider } from './read';

/** The connection to the provider, without the secret. */
const connectionKinds = fieldsOf(providerSettings, 'connection');

/** The settings on this side, without the claim mapping. */
const settingKinds = fieldsOf(flatProviderSettings, ...Object.keys(formSections.providers));

export const providerKinds = { ...connectionKinds, ...settingKinds };

/** The two inputs in a row of the mapping: our claim, and the provider's name for it. */
export const mappingFields = { ours: 'claim_mapping.ours', theirs: 'claim_mapping.theirs' } as const;

export type MappingRow = { readonly ours: string; readonly theirs: string };

/** The mapping as rows. */
export function mappingRows({ claim_mapping: mapping }: Wire): readonly MappingRow[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  return Object.entries(mapping).map(([ours, theirs]) => ({ ours, theirs: String(theirs) }));
}

/** The typed values of the connection. Without a scope, the type's default applies. */
function typedConnection(form: PostedFields, stored: Wire = {}): Wire {
  const { scope, response_mode: mode, ...values } = typedValues(connectionKinds, form, stored);
  return { ...values, ...(scope !== null && { scope }), ...(mode !== null && { response_mode: mode }) };
}

/** The typed settings without the pictures. An incomplete row of the mapping is kept, and the schema refuses it. */
function typedSettings(form: PostedFields, stored: Wire = {}): Wire {
  const flat = typedValues(settingKinds, form, flatMapping(stored));
  const { group_mapping: groups, ...values } = nestGroups(flat, stored, ['group_mapping']);
  return {
    ...values,
    ...(groups !== undefined && { group_mapping: orNone(groups) }),
    claim_mapping: typedMapping(form),
  };
}

/** The entry with one value for each field. */
export function flatMapping(entry: Wire): Wire {
  return flatGroups(entry, ['group_mapping']);
}

/** Without a claim and values, nothing is mapped. */
function orNone(groups: unknown): unknown {
  const { claim, values } = membersOf({ groups }, 'groups');
  return claim === null && isDeepStrictEqual(values, {}) ? null : groups;
}

/** The typed values of a new provider. */
export function typedProvider(form: PostedFields): Wire {
  return { ...typedConnection(form), ...typedSettings(form) };
}

/** @throws AdminError `invalid` if two rows are about one claim */
function typedMapping(form: PostedFields): Record<string, string> {
  const theirs = form.list(mappingFields.theirs);
  const rows = form.list(mappingFields.ours).map((ours, index) => [ours.trim(), (theirs[index] ?? '').trim()] as const);
  const filled = rows.filter(([one, other]) => one !== '' || other !== '');
  const mapping = Object.fromEntries(filled);
  if (Object.keys(mapping).length < filled.length) {
    const message = 'expected each claim once';
    throw new AdminError('invalid', message, [{ field: 'claim_mapping', code: 'repeated_name', message }]);
  }
  return mapping;
}

/** The forms of a provider: its connection and the settings on this side. */
const providerTabs: Readonly<Record<string, Tab>> = {
  overview: { typed: typedConnection, saved: (entry: Wire) => savedTexts(connectionKinds, entry) },
  settings: {
    typed: async (form, stored) => ({ ...typedSettings(form, stored), ...(await typedLogos(form, providerLogoKeys)) }),
    files: providerLogoKeys,
    saved: (entry: Wire) => {
      const rows = mappingRows(entry).map(({ ours, theirs }) => `${ours} ← ${theirs}`);
      return { ...savedTexts(settingKinds, flatMapping(entry)), claim_mapping: rows.join('\n') };
    },
  },
};

/** The setting with the secret of a stored provider: Apple takes a key that signs one instead. */
export function secretKeyOf({ key_id: keyId }: Wire): 'client_secret' | 'private_key' {
  return typeof keyId === 'string' ? 'private_key' : 'client_secret';
}

/** Identity providers. Their secrets come from elsewhere: the API accepts them and never returns them. */
export const providerSection: AdminSection = {
  section: identityProviders,
  key: 'name',
  path: providerPath,
  listPath: '/admin/providers',
  isGuarded: true,
  get: async (admin, key) => toStored(await getProvider(admin, key)),
  tabs: providerTabs,
  api: {
    one: 'an identity provider',
    schemaName: 'IdentityProvider',
    path: '/identity-providers',
    fields: {
      ...providerFields,
      client_secret: z.string().min(1).max(2000).nullable().optional().meta({
        writeOnly: true,
        description: 'If you leave it out, the stored one is kept. Null removes it.',
      }),
      private_key: z.string().min(1).max(2000).nullable().optional().meta({
        writeOnly: true,
        description: 'PKCS #8 in PEM. If you leave it out, the stored one is kept. Null removes it.',
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

function toStored(provider: ProviderRecord): StoredEntry {
  return { wire: identityProviders.wire(provider), isBuiltIn: false, secrets: [] };
}
