import type { AdminErrorCode, Conflict, FieldProblem } from './admin-error';
import type { Difference } from './audit/differences';
import type { Guide } from './clients/guides/guide';
import type { DocumentReport } from './configuration/apply-document';
import type { PostedFields } from './read-form';

/** The changes of a form, for forms that show them before they apply them. */
export type Review = {
  readonly differences: readonly Difference[];
  /** The value of `seen` when the form is sent again: only the reviewed changes are applied then. */
  readonly seen: string;
  /** The version of the entry it would change (see entryVersion()); null for a new one. */
  readonly version: string | null;
  /** Of a whole configuration document: entry by entry, with what it breaks. */
  readonly document?: DocumentReport;
};

/** The state of a form after a refused post. Nothing that was typed is lost. */
export type ActionState = {
  /** Null before the form was sent, and when all went well. */
  readonly problem: AdminErrorCode | 'unavailable' | 'reauthenticate' | null;
  readonly message: string | null;
  readonly fields: readonly FieldProblem[];
  /** The values that another person saved in the meantime. */
  readonly conflict: Conflict | null;
  readonly review: Review | null;
  /** The typed values by field, without secrets. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The token the form sends from now on: what it sent, or a new one after a sign-in; null keeps its own. */
  readonly csrf: string | null;
  /** Data that the page shows once, for example a new secret. */
  readonly result: Readonly<Record<string, string>> | null;
  /** How the client that was just made is connected. */
  readonly guides: readonly Guide[];
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
  guides: [],
};

/** The answer to a form: what was typed, and the token that it sent, stay unless the outcome has others. */
export function answerForm(form: PostedFields, outcome: Partial<ActionState>): ActionState {
  return { ...untouched, values: form.shown, csrf: form.text('csrf') || null, ...outcome };
}

/** A Server Action of the area, for `useActionState`. */
export type AdminAction = (former: ActionState, form: FormData) => Promise<ActionState>;
