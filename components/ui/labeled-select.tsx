import type { ReactNode, SelectHTMLAttributes } from 'react';

type LabeledSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name'> & {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The problem with this field, as a sentence that says what to do. */
  readonly error?: string | undefined;
  /** The word before the error for screen readers. */
  readonly errorPrefix?: string;
  /** `<option>` elements. */
  readonly children: ReactNode;
};

/** A labeled native select with its hint and its error. */
export function LabeledSelect({ id, label, hint, error, errorPrefix, children, ...select }: LabeledSelectProps) {
  const description = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="w-fit font-semibold text-[0.9375rem] [overflow-wrap:anywhere]">
        {label}
      </label>
      {error && (
        <p id={`${id}-error`} className="text-[0.9375rem] text-destructive">
          {errorPrefix && <span className="sr-only">{errorPrefix} </span>}
          {error}
        </p>
      )}
      <select
        id={id}
        aria-describedby={description || undefined}
        aria-invalid={error ? true : undefined}
        className={`block min-h-12 w-full rounded-control border bg-card px-3 text-base text-foreground shadow-xs ${error ? 'border-destructive' : 'border-input'}`}
        {...select}
      >
        {children}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {hint}
        </p>
      )}
    </div>
  );
}
