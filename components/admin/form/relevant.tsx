import type { ReactNode } from 'react';
import { unchangedName } from '#lib/admin/entries/entry-fields';
import { fieldState, wrongFields } from './field-state';

type RelevantProps = {
  readonly name: string;
  /** Whether the field applies to the entry as it is. */
  readonly isRelevant: boolean;
  /** The field and its value that make this one apply, while a person chooses. */
  readonly when?: { readonly field: string; readonly value: string };
  /** See FieldProps. */
  readonly asText: boolean;
  readonly children: ReactNode;
};

/**
 * A field that may not apply to the entry. Then it is neither shown nor sent, and the stored value stays. A field with
 * a problem is always shown. browser/relevant.ts updates it while a person chooses.
 */
export function Relevant({ name, isRelevant, when, asText, children }: RelevantProps) {
  const { problems } = fieldState(name, '');
  const isShown = isRelevant || problems.length > 0;
  if (asText) return isRelevant ? children : null;
  if (isShown && when === undefined) return children;
  return (
    <>
      <fieldset
        hidden={!isShown}
        disabled={!isShown}
        data-when={when && `${when.field}=${when.value}`}
        className="grid min-w-0 gap-6"
      >
        {children}
      </fieldset>
      <input type="hidden" name={unchangedName} value={name} disabled={isShown} />
    </>
  );
}

type ChoiceProps = {
  /** The select whose choice decides. */
  readonly field: string;
  readonly initial: string;
  /** The choices with which the fields apply. */
  readonly choices: readonly string[];
  /** See FieldProps. */
  readonly asText: boolean;
  readonly children: ReactNode;
};

/** Fields that belong to some choices of a select. browser/relevant.ts shows them while a person chooses. */
export function WithChoice({ field, initial, choices, asText, children }: ChoiceProps) {
  if (asText) return choices.includes(initial) ? children : null;
  return (
    <fieldset data-when={`${field}=${choices.join('|')}`} className="min-w-0">
      {children}
    </fieldset>
  );
}

type FoldProps = {
  readonly label: string;
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly children: ReactNode;
};

/** Fields that most people never change. The part is open if one of them has a problem. */
export function AdvancedFields({ label, names, isOpen, children }: FoldProps) {
  const wrong = wrongFields();
  return (
    <details open={isOpen || names.some((name) => wrong.has(name))} className="group/fold">
      <summary className="w-fit cursor-pointer rounded font-medium text-muted-foreground text-sm hover:text-foreground">
        {label}
      </summary>
      <div className="grid gap-6 pt-4">{children}</div>
    </details>
  );
}

/** A part of a form. It is hidden if none of its fields apply. */
export function RelevantPart({
  names,
  isRelevant,
  children,
}: Omit<RelevantProps, 'name' | 'asText'> & { readonly names: readonly string[] }) {
  const wrong = wrongFields();
  return <div hidden={!isRelevant && !names.some((name) => wrong.has(name))}>{children}</div>;
}

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
