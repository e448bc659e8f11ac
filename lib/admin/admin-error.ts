import type { IssueFacts } from '#lib/vocabulary/entry';

/** Why the administration did not do something. The code is a translation key and the type of the API's problem. */
export type AdminErrorCode =
  | 'not_found'
  | 'changed_meanwhile'
  | 'invalid'
  | 'in_use'
  | 'already_exists'
  | 'last_owner'
  | 'forbidden'
  | 'too_many_requests';

/** A problem with one field of a form or of a document. */
export type FieldProblem = {
  /** The key in the file's vocabulary with its place, for example `redirect_uris[1]`; empty for the whole. */
  readonly field: string;
  readonly code: string;
  /** The expected value, in English; pages say it in their own words (lib/i18n/admin/problems.ts). */
  readonly message: string;
  /** What those words name. */
  readonly facts?: IssueFacts;
  /** The setting inside the text that the field holds, with its place. */
  readonly within?: string;
};

/** The values that another person saved while a form was open. */
export type Conflict = {
  /** The present version (see entryVersion()): who saves against it means to write over it. */
  readonly version: string;
  /** Who saved it, by name, and when (ISO 8601); null if the history no longer has it. */
  readonly by: string | null;
  readonly at: string | null;
  /** The values that are saved now, by field, as a form would show them. */
  readonly values: Readonly<Record<string, string>>;
};

/** A problem that an administrator can correct. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** For `changed_meanwhile`. */
  readonly conflict: Conflict | null;

  constructor(
    readonly code: AdminErrorCode,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
    options?: ErrorOptions & { readonly conflict?: Conflict },
  ) {
    super(message, options);
    this.conflict = options?.conflict ?? null;
  }
}

/** Compared by name: the class exists once in each bundle. */
export function isAdminError(error: unknown): error is AdminError {
  return error instanceof Error && error.name === 'AdminError';
}
