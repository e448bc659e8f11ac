import { createContext, useContext } from 'react';
import type { ActionState } from '#lib/admin/action-state';
import { untouched } from '#lib/admin/action-state';

/** What the form around a field was answered. */
export const FormState = createContext<ActionState>(untouched);

/** What a field shows: what was typed when the form came back, and what is wrong with it. */
export function useField(name: string, initial: string): { readonly value: string; readonly problem: string | null } {
  const { values, fields, problem } = useContext(FormState);
  const typed = problem === null ? undefined : (values[name] ?? [])[0];
  const wrong = fields.filter(
    ({ field }) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`),
  );
  return {
    value: typed ?? initial,
    problem: wrong.length === 0 ? null : wrong.map(({ message }) => message).join(' · '),
  };
}

/** The chosen values of a group of boxes: what was sent when the form came back. */
export function useChoices(name: string, initial: readonly string[]): readonly string[] {
  const { values, problem } = useContext(FormState);
  return problem === null ? initial : (values[name] ?? []);
}
