import type { AdminErrorCode, Conflict, FieldProblem } from './admin-error';

/** What a form shows after it was sent and something has to be put right. Nothing that was typed is lost. */
export type ActionState = {
  /** Null before the form was sent, and when all went well. */
  readonly problem: AdminErrorCode | 'unavailable' | 'reauthenticate' | null;
  readonly message: string | null;
  readonly fields: readonly FieldProblem[];
  /** What somebody else saved meanwhile. */
  readonly conflict: Conflict | null;
  /** What was typed, by field; secrets left out. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** What the page shows once, for example a new secret. */
  readonly result: Readonly<Record<string, string>> | null;
};

export const untouched: ActionState = {
  problem: null,
  message: null,
  fields: [],
  conflict: null,
  values: {},
  result: null,
};

/** A Server Action of the area, for `useActionState`. */
export type AdminAction = (former: ActionState, form: FormData) => Promise<ActionState>;
