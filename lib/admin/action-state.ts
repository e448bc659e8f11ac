import type { AdminErrorCode, FieldProblem } from './admin-error';

/** What a form shows after it was sent and something has to be put right. Nothing that was typed is lost. */
export type ActionState = {
  /** Null before the form was sent, and when all went well. */
  readonly problem: AdminErrorCode | 'unavailable' | null;
  readonly message: string | null;
  readonly fields: readonly FieldProblem[];
  /** What was typed, by field; secrets left out. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** What the page shows once, for example a new secret. */
  readonly result: Readonly<Record<string, string>> | null;
};

export const untouched: ActionState = { problem: null, message: null, fields: [], values: {}, result: null };

/** A Server Action of the area, for `useActionState`. */
export type AdminAction = (former: ActionState, form: FormData) => Promise<ActionState>;
