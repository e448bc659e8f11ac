import type { Shown } from '#lib/forms/form';
import { findFormState } from '#lib/http/form-state';
import { type ActionState, untouched } from './action-state';

/** The state of a form that is shown again: see ActionState. */
export type AdminFormState = ActionState & Shown;

/** The form that the page which is being rendered answers, with what was typed and its problems. Null without one. */
export function formState(): AdminFormState | null {
  const state = answeredForm();
  return state?.isBeside ? null : state;
}

/** The same, and also a form beside the one that has the fields of the page. */
export function answeredForm(): AdminFormState | null {
  const state = findFormState<Partial<ActionState> & Shown>();
  return state && { ...untouched, ...state };
}

/** Whether the form came back with what was typed, because of a problem or for review. */
export function isBack({ problem, review }: Pick<ActionState, 'problem' | 'review'>): boolean {
  return problem !== null || review !== null;
}

/** A form that comes back keeps the version it was typed for, even if a newer one was saved in the meantime. */
export function versionOf({ problem, conflict, review, values }: ActionState): string | undefined {
  return conflict?.version ?? review?.version ?? (problem === null ? undefined : values.version?.[0]);
}
