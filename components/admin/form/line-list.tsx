'use client';

import { adminTexts } from '#lib/i18n/admin/texts';
import { type FieldProps, TextArea } from './field';
import { useField } from './form-state';

type LineListProps = FieldProps & {
  readonly initial: string;
  /** What each line is. */
  readonly of: 'uri' | 'tenant';
};

/** Several values, one a line here; browser/line-rows.ts makes a row of each, with a picker for names. */
export function LineList({ initial, of, ...field }: LineListProps) {
  const { add, remove, row } = adminTexts.shell.form.lines;
  const { problems } = useField(field.name, initial);
  const wrong = problems.flatMap(({ place }) => /\d+$/.exec(place ?? '') ?? []);
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
