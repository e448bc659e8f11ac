import type { Shown } from '#lib/forms/form';
import { findFormState } from '#lib/http/form-state';
import { type ActionState, untouched } from './action-state';

/** The state of a form that is shown again: see ActionState. */
export type AdminFormState = ActionState & Shown;

/** The form that the page which is being rendered answers, with what was typed and its problems. Null without one. */
export function formState(): AdminFormState | null {
  const state = findFormState<Partial<ActionState> & Shown>();
  return state && { ...untouched, ...state };
}
