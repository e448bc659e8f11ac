import { formatDuration } from '#lib/admin/duration';
import { type FieldKinds, formValues } from '#lib/admin/entries/entry-fields';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { EntryField, type Option } from './entry-field';

type Choices = Readonly<Record<string, readonly Option[]>>;

/** The texts of a section's fields; each field has some. */
type FieldTexts<Name extends string> = {
  readonly fields: Readonly<Record<Name, readonly [label: string, help: string]>>;
  /** The fixed choices of a field, by value. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

type NameOf<Kinds> = Kinds extends unknown ? keyof Kinds & string : never;

type EntryFieldsProps<Kinds extends FieldKinds> = {
  readonly kinds: Kinds;
  /** Those that are shown, in their order; absent: all. */
  readonly names?: readonly NameOf<Kinds>[];
  readonly entry: Wire;
  readonly texts: FieldTexts<NameOf<Kinds>>;
  /** What the configuration has to choose from, by field; the names of a filter by `<name>_names`. */
  readonly choices?: Choices;
};

/** The settings of an entry as a form shows them. */
export function EntryFields<Kinds extends FieldKinds>({
  kinds,
  names,
  entry,
  texts,
  choices = {},
}: EntryFieldsProps<Kinds>) {
  const values = formValues(kinds, entry);
  const labels: FieldTexts<string>['fields'] = texts.fields;
  const shown: readonly string[] = names ?? Object.keys(kinds);
  return shown.map((name) => {
    const [label, help] = labels[name] ?? [name, ''];
    return (
      <EntryField
        key={name}
        name={name}
        kind={kinds[name] ?? 'line'}
        label={label}
        help={withSeconds(help, entry[name])}
        values={values[name] ?? []}
        options={choices[name] ?? optionsFrom(texts.options?.[name])}
        names={choices[`${name}_names`] ?? []}
      />
    );
  });
}

/** A duration is told in seconds too, as the specifications count. */
function withSeconds(help: string, value: unknown): string {
  const isLong = typeof value === 'number' && formatDuration(value) !== `${value} seconds`;
  return isLong ? `${help} (${value} s)` : help;
}

/** Choices from their texts, by value. */
export function optionsFrom(texts: Readonly<Record<string, string>> = {}): readonly Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
