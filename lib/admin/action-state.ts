import type { AdminErrorCode, Conflict, FieldProblem } from './admin-error';
import type { Difference } from './audit/differences';
import type { ActionForm } from './read-form';

/** What a form would change, for those that show it before they do it. */
export type Review = {
  readonly differences: readonly Difference[];
  /** What the form sends as `seen` when it is sent again: what was looked over, and nothing else, is done then. */
  readonly seen: string;
  /** The version of the entry it would change (see entryVersion()); null for a new one. */
  readonly version: string | null;
};

/** What a form shows after it was sent and something has to be put right. Nothing that was typed is lost. */
export type ActionState = {
  /** Null before the form was sent, and when all went well. */
  readonly problem: AdminErrorCode | 'unavailable' | 'sign_in' | 'reauthenticate' | null;
  readonly message: string | null;
  readonly fields: readonly FieldProblem[];
  /** What somebody else saved meanwhile. */
  readonly conflict: Conflict | null;
  readonly review: Review | null;
  /** What was typed, by field; secrets left out. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The token the form sends from now on: what it sent, or a new one when somebody signed in since; null for its own. */
  readonly csrf: string | null;
  /** What the page shows once, for example a new secret. */
  readonly result: Readonly<Record<string, string>> | null;
};

export const untouched: ActionState = {
  problem: null,
  message: null,
  fields: [],
  conflict: null,
  review: null,
  values: {},
  csrf: null,
  result: null,
};

/** What a form is answered: what was typed, and the token that it sent, stay unless the outcome has others. */
export function answerForm(form: ActionForm, outcome: Partial<ActionState>): ActionState {
  return { ...untouched, values: form.shown, csrf: form.text('csrf') || null, ...outcome };
}

/** A Server Action of the area, for `useActionState`. */
export type AdminAction = (former: ActionState, form: FormData) => Promise<ActionState>;

/** The hidden input of a form that stands for another one, whose page could not be shown (see KeptForm). */
export const keptName = 'kept';

/** Whether what came back was sent from such a form. */
export function isKept({ values }: Pick<ActionState, 'values'>): boolean {
  return values[keptName] !== undefined;
}
