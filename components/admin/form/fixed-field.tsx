import type { ReactNode } from 'react';
import { unchangedName } from '#lib/admin/entries/entry-fields';
import { fieldState } from './field-state';

type FixedFieldProps = {
  readonly name: string;
  /** Says where the field is decided. If absent, the person decides here. */
  readonly note: string | undefined;
  /** See FieldProps. */
  readonly asText: boolean;
  readonly children: ReactNode;
};

/**
 * A field that is decided elsewhere. It shows the value in force and is not sent, so the stored value stays. A field
 * with a problem can be changed.
 */
export function FixedField({ name, note, asText, children }: FixedFieldProps) {
  const { problems } = fieldState(name, '');
  if (note === undefined || problems.length > 0) return children;
  const said = (
    <p id={`field-${name}-fixed`} className="text-[0.8125rem] text-muted-foreground">
      {note}
    </p>
  );
  if (asText) {
    return (
      <div className="grid min-w-0 gap-1.5">
        {children}
        {said}
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-1.5">
      <fieldset
        disabled
        aria-describedby={`field-${name}-fixed`}
        className="min-w-0 [&_:is(input,select,textarea)]:opacity-60"
      >
        {children}
      </fieldset>
      <input type="hidden" name={unchangedName} value={name} />
      {said}
    </div>
  );
}
