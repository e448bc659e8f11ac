import type { Wire } from '#lib/vocabulary/wire-entry';
import { type FieldKinds, typedValues, valuesForAudit } from '../entries/entry-fields';
import type { PostedFields } from '../read-form';

/** The settings of a provider that its form shows beside the mapping. The keys are those of the configuration file. */
export const providerKinds = {
  display_name: 'line',
  issuer: 'line',
  client_id: 'line',
  scope: 'line',
  domains: 'lines',
  button: 'choice',
  create_users: 'check',
  acr_mapping: 'levels',
} as const satisfies FieldKinds;

export type ProviderField = keyof typeof providerKinds;

/** The two inputs of a row of the mapping: the claim here, and what the provider calls it. */
export const mappingFields = { ours: 'claim_mapping.ours', theirs: 'claim_mapping.theirs' } as const;

export type MappingRow = { readonly ours: string; readonly theirs: string };

/** The mapping as rows. */
export function mappingRows({ claim_mapping: mapping }: Wire): readonly MappingRow[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  return Object.entries(mapping).map(([ours, theirs]) => ({ ours, theirs: String(theirs) }));
}

/** What was typed; a mapping with half a row is left for the schema to refuse. */
export function typedProvider(form: PostedFields): Wire {
  const { scope, ...values } = typedValues(providerKinds, form);
  // Without a scope it is the one that the type asks for.
  return { ...values, ...(scope !== null && { scope }), claim_mapping: typedMapping(form) };
}

function typedMapping(form: PostedFields): Record<string, string> {
  const theirs = form.list(mappingFields.theirs);
  const rows = form.list(mappingFields.ours).map((ours, index) => [ours.trim(), (theirs[index] ?? '').trim()] as const);
  return Object.fromEntries(rows.filter(([one, other]) => one !== '' || other !== ''));
}

/** A provider by the fields of its form. */
export function providerForAudit(entry: Wire): Readonly<Record<string, string>> {
  const rows = mappingRows(entry).map(({ ours, theirs }) => `${ours} ← ${theirs}`);
  return { ...valuesForAudit(providerKinds, entry), claim_mapping: rows.join('\n') };
}
