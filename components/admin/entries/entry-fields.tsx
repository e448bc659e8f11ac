import type { ReactNode } from 'react';
import { type FieldKinds, formValues } from '#lib/admin/entries/entry-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { FieldKind } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { CheckField, type ChoiceOption, ChoicesField } from '../form/choice-fields';
import { DurationField } from '../form/duration-field';
import { LineList, SelectField, TextArea, TextField } from '../form/field';
import { PageTextsField } from '../form/page-texts-field';
import { AdvancedFields, FixedField, Relevant, WithChoice } from '../form/relevant';
import { RowFields } from './row-fields';

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
  /** What is said below a field as the entry is. */
  readonly notes?: Readonly<Record<string, ReactNode>>;
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
  notes = {},
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
            stored={entry[name]}
            options={choices[name] ?? optionsFrom(texts.options?.[name])}
            names={choices[`${name}_names`] ?? []}
          />
        </FixedField>
        {notes[name]}
      </Relevant>
    );
  });
}

function optionsFrom(texts: Readonly<Record<string, string>> = {}): readonly Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}

export type Option = ChoiceOption;

type EntryFieldProps = {
  /** The key in the configuration. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help: string;
  /** See FieldProps. */
  readonly asText: boolean;
  readonly values: readonly string[];
  /** As in the file, for lists with a row for each item. */
  readonly stored: unknown;
  /** The options of a choice. The stored value can still be chosen if it is not among them. */
  readonly options?: readonly Option[];
  /** The existing names, for a filter. */
  readonly names?: readonly Option[];
};

/** The input of a setting in a form. */
function EntryField(props: EntryFieldProps) {
  const { name, kind, label, help, asText, values, stored, options = [], names = [] } = props;
  const [initial = ''] = values;
  const empty = options.find(({ value }) => value === '')?.label;
  const labels = { name, label, help, asText };
  const text = { ...labels, showKey: true, initial, empty };
  /** A choice, and what some of its options ask for. */
  const withChoice = (choices: readonly string[], more: ReactNode) => (
    <div data-field={label} className="grid gap-2">
      <SelectField {...text} options={options} />
      {more && (
        <WithChoice field={name} {...{ initial, choices, asText }}>
          {more}
        </WithChoice>
      )}
    </div>
  );
  switch (kind) {
    case 'line':
      return <TextField {...text} maxLength={2000} />;
    case 'day':
      return <TextField {...text} type="date" className="max-w-48" />;
    case 'duration':
      return <DurationField {...text} />;
    case 'auto_duration':
      return <DurationField {...text} hasAuto />;
    case 'number':
      return <TextField {...text} className="max-w-60" inputMode="numeric" maxLength={9} />;
    case 'uris':
      return <LineList of="uri" {...text} />;
    case 'group_names':
      return <LineList of="group" {...text} />;
    case 'lines':
    case 'levels':
      return <LineList of="line" {...text} />;
    case 'roles':
    case 'api_roles':
      return <RowFields {...labels} showKey kind={kind} value={stored} />;
    case 'mapped_groups':
    case 'json':
      return <TextArea {...text} className="font-mono" dir="ltr" />;
    case 'check':
      return <CheckField {...labels} initial={values.includes('on')} />;
    case 'switch':
      return <CheckField {...labels} initial={values.includes('on')} isSwitch />;
    case 'page_texts':
      return <PageTextsField {...labels} values={values.slice(1)} />;
    case 'choice':
    case 'auto_check':
      return <SelectField {...text} options={withStored(options, values)} />;
    case 'many':
    case 'words':
      return (
        <ChoicesField {...labels} initial={values} options={withStored(options, values)} areWords={kind === 'words'} />
      );
    case 'filter':
      return withChoice(
        ['allow', 'deny'],
        names.length > 0 && (
          <ChoicesField
            name={`${name}_names`}
            label={adminTexts.shell.form.these}
            asText={asText}
            initial={values.slice(1)}
            options={withStored(names, values.slice(1))}
          />
        ),
      );
    case 'groups':
      return withChoice(
        ['listed'],
        <div className="grid gap-4">
          <LineList
            of="group"
            name={`${name}_lines`}
            label={adminTexts.shell.form.groups.lines}
            help={adminTexts.shell.form.groups.linesHelp}
            asText={asText}
            initial={values[1] ?? ''}
          />
          <TextField
            name={`${name}_prefix`}
            label={adminTexts.shell.form.groups.prefix}
            help={adminTexts.shell.form.groups.prefixHelp}
            asText={asText}
            initial={values[2] ?? ''}
            maxLength={400}
          />
        </div>,
      );
    case 'claim_rules':
      return (
        <div data-field={label} className="grid gap-4">
          <TextField
            name={`${name}_roles`}
            label={adminTexts.shell.form.rules.roles}
            help={adminTexts.shell.form.rules.rolesHelp}
            asText={asText}
            initial={values[1] ?? ''}
            maxLength={200}
          />
          <AdvancedFields label={adminTexts.shell.form.rules.others} names={[name]} isOpen={initial !== ''}>
            <TextArea {...text} className="font-mono" dir="ltr" />
          </AdvancedFields>
        </div>
      );
    case 'auto_uris':
      return withChoice(
        ['listed'],
        <LineList
          of="uri"
          name={`${name}_lines`}
          label={adminTexts.shell.form.these}
          asText={asText}
          initial={values[1] ?? ''}
        />,
      );
    default:
      return kind satisfies never;
  }
}

function withStored(options: readonly Option[], stored: readonly string[]): readonly Option[] {
  const known = new Set(options.map(({ value }) => value));
  return [...options, ...stored.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
}
