'use client';

import type { ReactNode } from 'react';
import { unchangedName } from '#lib/admin/entries/entry-fields';
import { useField, useWrongFields } from './form-state';

type RelevantProps = {
  readonly name: string;
  /** Whether the entry has a use for the field as it is. */
  readonly isRelevant: boolean;
  /** The field and the value of it that give this one a use, while a person chooses. */
  readonly when?: { readonly field: string; readonly value: string };
  readonly children: ReactNode;
};

/**
 * A field that the entry may have no use for: then it is not shown and not sent, and what is stored stays. What is wrong
 * is always shown. browser/relevant.ts follows what is chosen.
 */
export function Relevant({ name, isRelevant, when, children }: RelevantProps) {
  const { problems } = useField(name, '');
  const isShown = isRelevant || problems.length > 0;
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

type FoldProps = {
  readonly label: string;
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly children: ReactNode;
};

/** Fields that most people never change; open where something is wrong with one. */
export function AdvancedFields({ label, names, isOpen, children }: FoldProps) {
  const wrong = useWrongFields();
  return (
    <details open={isOpen || names.some((name) => wrong.has(name))} className="group/fold">
      <summary className="w-fit cursor-pointer rounded font-medium text-muted-foreground text-sm hover:text-foreground">
        {label}
      </summary>
      <div className="grid gap-6 pt-4">{children}</div>
    </details>
  );
}

/** A part of a form whose fields may all be without a use. */
export function RelevantPart({
  names,
  isRelevant,
  children,
}: Omit<RelevantProps, 'name'> & { readonly names: readonly string[] }) {
  const wrong = useWrongFields();
  return <div hidden={!isRelevant && !names.some((name) => wrong.has(name))}>{children}</div>;
}
