'use client';

import { adminTexts } from '#lib/i18n/admin/texts';
import { type FieldProps, TextArea } from './field';
import { useField } from './form-state';

/** Addresses: one a line here; browser/uri-list.ts makes a row of each. */
export function UriList({ initial, ...field }: FieldProps & { readonly initial: string }) {
  const { add, remove, row } = adminTexts.shell.form.uris;
  const { problems } = useField(field.name, initial);
  const wrong = problems.flatMap(({ place }) => /\d+$/.exec(place ?? '') ?? []);
  return (
    <TextArea
      {...field}
      initial={initial}
      className="font-mono"
      dir="ltr"
      data-uri-list={`${field.label}, ${row}`}
      data-add={add}
      data-remove={remove}
      data-wrong={wrong.join(' ')}
    />
  );
}
