import { adminTexts } from '#lib/i18n/admin/texts';
import { type FieldProps, TextArea } from './field';
import { fieldState } from './field-state';

type LineListProps = FieldProps & {
  readonly initial: string;
  readonly of: 'uri' | 'tenant';
};

/** Several values, one per line. browser/line-rows.ts turns each line into a row, with a picker for names. */
export function LineList({ initial, of, ...field }: LineListProps) {
  const { add, remove, row } = adminTexts.shell.form.lines;
  const { problems } = fieldState(field.name, initial);
  const wrong = problems.flatMap(({ place }) => /\d{1,9}$/.exec(place ?? '') ?? []);
  return (
    <TextArea
      {...field}
      initial={initial}
      className="font-mono"
      dir="ltr"
      data-line-rows={`${field.label}, ${row}`}
      data-pick={of === 'uri' ? undefined : `/admin/pick/${of}`}
      data-suggestions={of === 'uri' ? undefined : adminTexts.pick.suggestions}
      data-add={add[of]}
      data-remove={remove}
      data-wrong={wrong.join(' ')}
    />
  );
}
