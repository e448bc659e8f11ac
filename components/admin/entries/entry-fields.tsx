import { type FieldKinds, formValues } from '#lib/admin/entries/entry-fields';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { FixedField } from '../form/fixed-field';
import { Relevant } from '../form/relevant';
import { EntryField, type Option } from './entry-field';

export type Choices = Readonly<Record<string, readonly Option[]>>;

/** The labels and help of a section's fields. */
type FieldTexts<Name extends string> = {
  readonly fields: Readonly<Record<Name, readonly [label: string, help: string]>>;
  /** The fixed choices of a field, by value. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

type NameOf<Kinds> = Kinds extends unknown ? keyof Kinds & string : never;

type EntryFieldsProps<Kinds extends FieldKinds> = {
  readonly kinds: Kinds;
  /** The fields to show, in this order. If absent, all of them. */
  readonly names?: readonly NameOf<Kinds>[];
  readonly entry: Wire;
  /** The person cannot change them. */
  readonly asText: boolean;
  readonly texts: FieldTexts<NameOf<Kinds>>;
  /** The options that come from the configuration, by field. The names for a filter are at `<name>_names`. */
  readonly choices?: Choices;
  /** The fields that do not apply to the entry as it is. */
  readonly irrelevant?: ReadonlySet<string>;
  /** The fields that are decided elsewhere, each with a note that says where. */
  readonly fixed?: ReadonlyMap<string, string>;
  /** The choice in another field that makes a field apply. */
  readonly when?: Readonly<Record<string, { readonly field: string; readonly value: string }>>;
};

/** The settings of an entry as inputs of a form. */
export function EntryFields<Kinds extends FieldKinds>({
  kinds,
  names,
  entry,
  asText,
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
      <Relevant
        key={name}
        {...{ name, asText }}
        isRelevant={!irrelevant.has(name)}
        {...(condition && { when: condition })}
      >
        <FixedField {...{ name, asText }} note={fixed.get(name)}>
          <EntryField
            {...{ name, label, help, asText }}
            kind={kinds[name] ?? 'line'}
            values={values[name] ?? []}
            options={choices[name] ?? optionsFrom(texts.options?.[name])}
            names={choices[`${name}_names`] ?? []}
          />
        </FixedField>
      </Relevant>
    );
  });
}

function optionsFrom(texts: Readonly<Record<string, string>> = {}): readonly Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
