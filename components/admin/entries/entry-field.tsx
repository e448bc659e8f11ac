import { adminTexts } from '#lib/i18n/admin/texts';
import type { FieldKind } from '#lib/vocabulary/setting';
import { CheckField, ChoicesField } from '../form/check-field';
import type { ChoiceOption } from '../form/choice-list';
import { DurationField } from '../form/duration-field';
import { SelectField, TextArea, TextField } from '../form/field';
import { LineList } from '../form/line-list';
import { WithChoice } from '../form/relevant';

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
  /** The options of a choice. The stored value can still be chosen if it is not among them. */
  readonly options?: readonly Option[];
  /** The existing names, for a filter. */
  readonly names?: readonly Option[];
};

/** The input of a setting in a form. */
export function EntryField(props: EntryFieldProps) {
  const { name, kind, label, help, asText, values, options = [], names = [] } = props;
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
    case 'lines':
    case 'levels':
      return <TextArea {...text} className="font-mono" dir="ltr" />;
    case 'json':
      return <TextArea {...text} className="font-mono" dir="ltr" />;
    case 'check':
      return <CheckField {...labels} initial={values.includes('on')} />;
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
