import { durationUnits, formatDuration, readDuration, splitDuration } from '#lib/admin/duration';
import { type FieldKinds, formValues } from '#lib/admin/entries/entry-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import type { FieldKind } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { CheckField, type ChoiceOption, ChoicesField } from '../form/choice-fields';
import {
  FieldFrame,
  type FieldProps,
  inputClasses,
  LineList,
  SelectField,
  selectClasses,
  TextArea,
  TextField,
} from '../form/field';
import { ShownText } from '../form/field-parts';
import { fieldState } from '../form/field-state';
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
            stored={entry[name]}
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
    case 'mapped_groups':
      return <TextArea {...text} className="font-mono" dir="ltr" />;
    case 'roles':
    case 'api_roles':
      return <RowFields {...labels} showKey kind={kind} value={stored} />;
    case 'json':
      return <TextArea {...text} className="font-mono" dir="ltr" />;
    case 'check':
      return <CheckField {...labels} initial={values.includes('on')} />;
    case 'switch':
      return <CheckField {...labels} initial={values.includes('on')} isSwitch />;
    case 'page_texts':
      return <PageTexts {...labels} values={values.slice(1)} />;
    case 'choice':
    case 'auto_check':
      return <SelectField {...text} options={withStored(options, values)} />;
    case 'many':
    case 'words':
      return (
        <ChoicesField {...labels} initial={values} options={withStored(options, values)} areWords={kind === 'words'} />
      );
    case 'filter':
      return (
        <div data-field={label} className="grid gap-2">
          <SelectField {...text} options={options} />
          {names.length > 0 && (
            <WithChoice field={name} initial={initial} choices={['allow', 'deny']} asText={asText}>
              <ChoicesField
                name={`${name}_names`}
                label={adminTexts.shell.form.these}
                asText={asText}
                initial={values.slice(1)}
                options={withStored(names, values.slice(1))}
              />
            </WithChoice>
          )}
        </div>
      );
    case 'groups':
      return (
        <div data-field={label} className="grid gap-2">
          <SelectField {...text} options={options} />
          <WithChoice field={name} initial={initial} choices={['listed']} asText={asText}>
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
            </div>
          </WithChoice>
        </div>
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
      return (
        <div data-field={label} className="grid gap-2">
          <SelectField {...text} options={options} />
          <WithChoice field={name} initial={initial} choices={['listed']} asText={asText}>
            <LineList
              of="uri"
              name={`${name}_lines`}
              label={adminTexts.shell.form.these}
              asText={asText}
              initial={values[1] ?? ''}
            />
          </WithChoice>
        </div>
      );
    default:
      return kind satisfies never;
  }
}

function withStored(options: readonly Option[], stored: readonly string[]): readonly Option[] {
  const known = new Set(options.map(({ value }) => value));
  return [...options, ...stored.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
}

type PageTextsProps = Pick<EntryFieldProps, 'name' | 'label' | 'help' | 'asText' | 'values'>;

/** The texts of a page in each language: a title and a line below it. */
function PageTexts({ name, label, help, asText, values }: PageTextsProps) {
  const parts = adminTexts.shell.form.pageTexts;
  const { problems } = fieldState(name, '');
  const rows = Object.entries(languages).map(([language, title], index) => ({
    ...{ language, title },
    texts: (['title', 'subtitle'] as const).map((part, place) => {
      const key = `${name}.${language}.${part}`;
      const initial = values[2 * index + place] ?? '';
      return { part, key, initial, value: fieldState(key, initial).value };
    }),
  }));
  const shown = rows.flatMap(({ title, texts }) =>
    texts.flatMap(({ initial }) => (initial === '' ? [] : [`${title}: ${initial}`])),
  );
  return (
    <FieldFrame {...{ name, label, help, asText }} showKey problems={problems} shown={<ShownText lines={shown} />}>
      {(attributes) => (
        <fieldset {...attributes} aria-label={label} className="grid gap-1.5">
          <input type="hidden" name={name} value="" />
          {rows.map(({ language, title, texts }) => (
            <details
              key={language}
              open={texts.some(({ value }) => value !== '')}
              className="rounded-lg border border-input"
            >
              <summary className="cursor-pointer px-3 py-1.5 text-sm">
                <span lang={language}>{title}</span>
              </summary>
              <div className="grid gap-3 px-3 pb-3">
                {texts.map(({ part, key, initial }) => (
                  <TextField
                    key={key}
                    name={key}
                    label={parts[part](title)}
                    initial={initial}
                    maxLength={part === 'title' ? 100 : 200}
                    dir="auto"
                  />
                ))}
              </div>
            </details>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}

type DurationFieldProps = FieldProps & {
  /** As formatDuration() writes it; `auto` if the server chooses; empty for none. */
  readonly initial: string;
  /** The server can choose. */
  readonly hasAuto?: boolean;
};

/** A duration: a number and its unit. */
function DurationField({
  name,
  label,
  help,
  showKey = false,
  empty,
  asText = false,
  initial,
  hasAuto = false,
}: DurationFieldProps) {
  const texts = adminTexts.shell.form.units;
  const first =
    hasAuto && initial === 'auto' ? { count: '', unit: 'auto' } : splitDuration(readDuration(initial) ?? null);
  const { value: unit } = fieldState(`${name}_unit`, first.unit);
  const { value: count } = fieldState(name, first.count);
  const seconds = /^\d+$/.test(count) ? readDuration(`${count} ${unit}`) : readDuration(count);
  const { problems, theirs } = fieldState(
    name,
    first.count,
    unit === 'auto' ? 'auto' : formatDuration(seconds ?? null),
  );
  const units = hasAuto ? ['auto' as const, ...durationUnits] : durationUnits;
  const labels = { name, label, help, showKey, asText };
  const shown = <ShownText lines={[first.unit === 'auto' ? texts.auto : initial]} empty={empty} />;
  return (
    <FieldFrame {...labels} shown={shown} problems={problems} theirs={theirs}>
      {(attributes) => (
        <div className="flex gap-2">
          <input
            key={count}
            name={name}
            defaultValue={count}
            inputMode="numeric"
            autoComplete="off"
            maxLength={100}
            className={`${inputClasses} max-w-28 tabular-nums`}
            {...attributes}
          />
          <select
            key={`unit ${unit}`}
            name={`${name}_unit`}
            defaultValue={unit}
            aria-label={texts.label(label)}
            className={selectClasses}
          >
            {units.map((one) => (
              <option key={one} value={one}>
                {texts[one]}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
