import type { InputHTMLAttributes } from 'react';
import { inputClasses } from '../form/field';
import { FieldProblems, ShownText, Theirs } from '../form/field-parts';
import { fieldState } from '../form/field-state';

type CellInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'defaultValue'> & {
  readonly name: string;
  /** The row and column of the cell, because the input has no visible label. */
  readonly label: string;
  readonly initial?: string;
  readonly asText: boolean;
};

/** A text input in a cell of a table. */
export function CellInput({ name, label, initial = '', asText, ...rest }: CellInputProps) {
  const { value, problems, theirs } = fieldState(name, initial);
  const isWrong = problems.length > 0;
  const id = `field-${name}`;
  if (asText) {
    return (
      <>
        {/* A phone has no room for the header of the column. */}
        <span className="me-2 text-muted-foreground text-xs sm:hidden">{rest.placeholder}</span>
        <ShownText lines={[initial]} />
      </>
    );
  }
  return (
    <div data-field={label} className="grid gap-1.5">
      <input
        key={value}
        id={id}
        name={name}
        defaultValue={value}
        aria-label={label}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        className={inputClasses}
        {...rest}
      />
      <FieldProblems id={`${id}-problem`} problems={problems} />
      <Theirs text={theirs} />
    </div>
  );
}
