import type { InputHTMLAttributes, ReactNode } from 'react';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
};

/** A native checkbox. The whole row can be pressed. */
export function Checkbox({ id, label, hint, className = '', ...input }: CheckboxProps) {
  return (
    <div className={`relative flex items-start gap-3 py-2.5 ${className}`}>
      <span className="flex h-6 items-center">
        <input id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} className={box} {...input} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        {/* The label covers the row, so that 44 px of it can be pressed. */}
        <label htmlFor={id} className="after:absolute after:inset-0">
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-muted-foreground text-sm">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

/** Above the surface of the label, so that a click on the box reaches the box. */
const box = 'tick relative z-1';
