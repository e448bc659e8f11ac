import { type FieldKinds, formValues } from '#lib/admin/entries/entry-fields';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { FixedField } from '../form/fixed-field';
import { Relevant } from '../form/relevant';
import { EntryField, type Option } from './entry-field';

export type Choices = Readonly<Record<string, readonly Option[]>>;

/** The texts of a section's fields; each field has some. */
export type FieldTexts<Name extends string> = {
  readonly fields: Readonly<Record<Name, readonly [label: string, help: string]>>;
  /** The fixed choices of a field, by value. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

type NameOf<Kinds> = Kinds extends unknown ? keyof Kinds & string : never;

export type EntryFieldsProps<Kinds extends FieldKinds> = {
  readonly kinds: Kinds;
  /** Those that are shown, in their order; absent: all. */
  readonly names?: readonly NameOf<Kinds>[];
  readonly entry: Wire;
  readonly texts: FieldTexts<NameOf<Kinds>>;
  /** What the configuration has to choose from, by field; the names of a filter by `<name>_names`. */
  readonly choices?: Choices;
  /** The fields that the entry has no use for as it is. */
  readonly irrelevant?: ReadonlySet<string>;
  /** The fields that something else decides about, with what to say there. */
  readonly fixed?: ReadonlyMap<string, string>;
  /** What gives a field a use while a person chooses, by the field. */
  readonly when?: Readonly<Record<string, { readonly field: string; readonly value: string }>>;
};

/** The settings of an entry as a form shows them. */
export function EntryFields<Kinds extends FieldKinds>({
  kinds,
  names,
  entry,
  texts,
  choices = {},
  irrelevant = new Set(),
  fixed = new Map(),
  when = {},
}: EntryFieldsProps<Kinds>) {
  const values = formValues(kinds, entry);
  const labels: FieldTexts<string>['fields'] = texts.fields;
  const shown: readonly string[] = names ?? Object.keys(kinds);
  return shown.map((name) => {
    const [label, help] = labels[name] ?? [name, ''];
    const condition = when[name];
    return (
      <Relevant key={name} name={name} isRelevant={!irrelevant.has(name)} {...(condition && { when: condition })}>
        <FixedField name={name} note={fixed.get(name)}>
          <EntryField
            name={name}
            kind={kinds[name] ?? 'line'}
            label={label}
            help={help}
            values={values[name] ?? []}
            options={choices[name] ?? optionsFrom(texts.options?.[name])}
            names={choices[`${name}_names`] ?? []}
          />
        </FixedField>
      </Relevant>
    );
  });
}

/** Choices from their texts, by value. */
export function optionsFrom(texts: Readonly<Record<string, string>> = {}): readonly Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
