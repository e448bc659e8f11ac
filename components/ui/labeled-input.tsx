import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';

type Labels = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The problem with this field, as a sentence that says what to do. */
  readonly error?: string | undefined;
  /** The word before the error for screen readers. */
  readonly errorPrefix?: string;
};

export type LabeledInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof Labels | 'name'> &
  Labels & {
    readonly name: string;
    /** A control inside the field, at its end. */
    readonly action?: ReactNode;
  };

/** A labeled input with its hint and error, linked for assistive technology in the HTML of the server. */
export function LabeledInput({
  id,
  label,
  hint,
  error,
  errorPrefix,
  action,
  className = textSize,
  ...input
}: LabeledInputProps) {
  const labels = { id, label, hint, error, ...(errorPrefix !== undefined && { errorPrefix }) };
  return (
    <Labeled {...labels}>
      <div className="relative">
        <input
          {...described(labels)}
          dir="auto"
          className={`${inputShape} ${error ? 'border-destructive' : 'border-input'} ${action ? besideAction : ''} ${className}`}
          {...input}
        />
        {action}
      </div>
    </Labeled>
  );
}

/** A field for a username or an address, which the browser neither capitalizes nor corrects. */
export function NameInput({ autoComplete = 'username', ...input }: LabeledInputProps) {
  return (
    <LabeledInput
      type="text"
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...input}
    />
  );
}

/** What links a field with its label, hint and error. */
function described({ id, hint, error }: Labels) {
  const description = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-describedby': description || undefined, 'aria-invalid': error ? true : undefined };
}

function Labeled({ id, label, hint, error, errorPrefix, children }: Labels & { readonly children: ReactNode }) {
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
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The action is at the end of the page's direction. The text may have the other direction, so its own end would not do. */
const besideAction = 'pr-20 in-[[dir=rtl]]:pr-3.5 in-[[dir=rtl]]:pl-20';

/** The classes that `className` replaces. Below 16 px a phone would zoom into the field. */
const textSize = 'min-h-12 text-base';

const inputShape =
  'block w-full rounded-control border bg-card px-3.5 py-2.5 text-foreground shadow-xs ' +
  'transition-colors duration-150 hover:border-foreground/60 focus-visible:border-ring focus-visible:outline-offset-0 ' +
  'motion-reduce:transition-none';

type LabeledTextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof Labels | 'name'> &
  Labels & { readonly name: string };

/** A labeled field of several lines. */
export function LabeledTextArea({ id, label, hint, error, errorPrefix, ...area }: LabeledTextAreaProps) {
  const labels = { id, label, hint, error, ...(errorPrefix !== undefined && { errorPrefix }) };
  return (
    <Labeled {...labels}>
      <textarea
        {...described(labels)}
        dir="auto"
        rows={3}
        className={`${inputShape} ${error ? 'border-destructive' : 'border-input'} text-base`}
        {...area}
      />
    </Labeled>
  );
}

type LabeledSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof Labels | 'name'> &
  Labels & {
    readonly name: string;
    /** `<option>` elements. */
    readonly children: ReactNode;
  };

/** A labeled native select with its hint and its error. */
export function LabeledSelect({ id, label, hint, error, errorPrefix, children, ...select }: LabeledSelectProps) {
  const labels = { id, label, hint, error, ...(errorPrefix !== undefined && { errorPrefix }) };
  return (
    <Labeled {...labels}>
      <select
        {...described(labels)}
        className={`block min-h-12 w-full rounded-control border bg-card px-3 text-base text-foreground shadow-xs ${error ? 'border-destructive' : 'border-input'}`}
        {...select}
      >
        {children}
      </select>
    </Labeled>
  );
}
