import { createContext, useContext } from 'react';
import type { ActionState } from '#lib/admin/action-state';
import { untouched } from '#lib/admin/action-state';

/** What the form around a field was answered. */
export const FormState = createContext<ActionState>(untouched);

/** What a field shows: what was typed when the form came back, and what is wrong with it. */
export function useField(
  name: string,
  initial: string,
  mine?: string,
): {
  readonly value: string;
  readonly problem: string | null;
  /** What somebody else saved there meanwhile, when it differs. */
  readonly theirs: string | null;
} {
  const state = useContext(FormState);
  const { values, fields, conflict } = state;
  const saved = conflict?.values[name];
  const typed = isBack(state) ? (values[name] ?? [])[0] : undefined;
  const wrong = fields.filter(
    ({ field }) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`),
  );
  return {
    value: typed ?? initial,
    theirs: saved === undefined || saved === (mine ?? typed ?? '').replaceAll('\r\n', '\n') ? null : saved,
    problem: wrong.length === 0 ? null : wrong.map(({ message }) => message).join(' · '),
  };
}

/** The chosen values of a group of boxes: what was sent when the form came back. */
export function useChoices(name: string, initial: readonly string[]): readonly string[] {
  const state = useContext(FormState);
  return isBack(state) ? (state.values[name] ?? []) : initial;
}

/** Whether the form came back with what was typed: something is wrong with it, or is to be looked over. */
export function isBack({ problem, review }: Pick<ActionState, 'problem' | 'review'>): boolean {
  return problem !== null || review !== null;
}
