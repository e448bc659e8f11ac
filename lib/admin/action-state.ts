import type { AdminErrorCode, Conflict, FieldProblem } from './admin-error';
import type { Guide } from './clients/guides/guide';
import type { DocumentReport } from './configuration/apply-document';
import type { Difference } from './differences';

/** The changes that a form shows before it applies them. */
export type Review = {
  readonly differences: readonly Difference[];
  /** What they mean for people and tokens, in words. */
  readonly effects?: readonly string[];
  /** It takes access or roles from people, so it is shown before it is saved. */
  readonly takesAccess?: boolean;
  /** It is shown because it takes access, and not because somebody pressed Review. */
  readonly isUnasked?: boolean;
  /** The value of `seen` when the form is sent again. Only the reviewed changes are applied then. */
  readonly seen: string;
  /** The version of the entry that would change (see entryVersion()). Null for a new entry. */
  readonly version: string | null;
  /** The report for a whole configuration document: the changes of each entry, and what they break. */
  readonly document?: DocumentReport;
};

/** The state of a form after a refused post. It keeps everything that was typed. */
export type ActionState = {
  /** Null before the form was sent, and after success. */
  readonly problem: AdminErrorCode | 'unavailable' | null;
  readonly message: string | null;
  readonly fields: readonly FieldProblem[];
  /** The section of the configuration that the fields belong to. */
  readonly section?: string | undefined;
  /** The values that another person saved in the meantime. */
  readonly conflict: Conflict | null;
  readonly review: Review | null;
  /** The typed values by field, without secrets. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /**
   * The token that the form sends from now on: the same token, or a new one after a sign-in. Null to keep the form's
   * own.
   */
  readonly csrf: string | null;
  /** Data that the page shows once, for example a new secret. */
  readonly result: Readonly<Record<string, string>> | null;
  /** The guides for connecting the client that was just created. */
  readonly guides: readonly Guide[];
  /** Its page has another form, whose fields do not show this state. */
  readonly isBeside?: boolean | undefined;
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
