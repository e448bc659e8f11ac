import type { Wire } from '#lib/vocabulary/wire-entry';
import type { Tab } from '../entries/admin-section';
import { type FieldKinds, savedTexts, typedValues } from '../entries/entry-fields';
import type { PostedFields } from '../read-form';

/** The values from the provider, apart from the secret. The keys are those of the configuration file. */
const connectionKinds = { issuer: 'line', client_id: 'line', scope: 'line' } as const satisfies FieldKinds;

/** The settings of this server, apart from the mapping. */
const settingKinds = {
  display_name: 'line',
  button: 'choice',
  domains: 'lines',
  create_users: 'check',
  acr_mapping: 'levels',
} as const satisfies FieldKinds;

export const providerKinds = { ...connectionKinds, ...settingKinds };

export type ProviderField = keyof typeof providerKinds;

/** The two inputs of a row of the mapping: the claim here, and what the provider calls it. */
export const mappingFields = { ours: 'claim_mapping.ours', theirs: 'claim_mapping.theirs' } as const;

export type MappingRow = { readonly ours: string; readonly theirs: string };

/** The mapping as rows. */
export function mappingRows({ claim_mapping: mapping }: Wire): readonly MappingRow[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  return Object.entries(mapping).map(([ours, theirs]) => ({ ours, theirs: String(theirs) }));
}

/** What was typed of a connection. Without a scope it is the one that the type asks for. */
function typedConnection(form: PostedFields): Wire {
  const { scope, ...values } = typedValues(connectionKinds, form);
  return { ...values, ...(scope !== null && { scope }) };
}

/** What was typed of the settings; a mapping with half a row is left for the schema to refuse. */
function typedSettings(form: PostedFields): Wire {
  return { ...typedValues(settingKinds, form), claim_mapping: typedMapping(form) };
}

/** What was typed of a new provider. */
export function typedProvider(form: PostedFields): Wire {
  return { ...typedConnection(form), ...typedSettings(form) };
}

function typedMapping(form: PostedFields): Record<string, string> {
  const theirs = form.list(mappingFields.theirs);
  const rows = form.list(mappingFields.ours).map((ours, index) => [ours.trim(), (theirs[index] ?? '').trim()] as const);
  return Object.fromEntries(rows.filter(([one, other]) => one !== '' || other !== ''));
}

/** The forms of a provider: what comes from there, and what is decided here. */
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
