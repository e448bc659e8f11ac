import { formSections } from '#lib/i18n/admin/form-sections';
import { providerSettings } from '#lib/providers/settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError } from '../admin-error';
import type { Tab } from '../entries/admin-section';
import { savedTexts, typedValues } from '../entries/entry-fields';
import { fieldsOf } from '../entries/setting-fields';
import type { PostedFields } from '../read-form';

/** The connection to the provider, without the secret. */
const connectionKinds = fieldsOf(providerSettings, 'connection');

/** The settings on this side, without the claim mapping. */
const settingKinds = fieldsOf(providerSettings, ...Object.keys(formSections.providers));

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

/** The typed settings. An incomplete row of the mapping is kept, and the schema refuses it. */
function typedSettings(form: PostedFields, stored: Wire = {}): Wire {
  return { ...typedValues(settingKinds, form, stored), claim_mapping: typedMapping(form) };
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
export const providerTabs = {
  overview: { typed: typedConnection, saved: (entry: Wire) => savedTexts(connectionKinds, entry) },
  settings: {
    typed: typedSettings,
    saved: (entry: Wire) => {
      const rows = mappingRows(entry).map(({ ours, theirs }) => `${ours} ← ${theirs}`);
      return { ...savedTexts(settingKinds, entry), claim_mapping: rows.join('\n') };
    },
  },
} as const satisfies Readonly<Record<string, Tab>>;

/** The setting with the secret of a stored provider: Apple takes a key that signs one instead. */
export function secretKeyOf({ key_id: keyId }: Wire): 'client_secret' | 'private_key' {
  return typeof keyId === 'string' ? 'private_key' : 'client_secret';
}
