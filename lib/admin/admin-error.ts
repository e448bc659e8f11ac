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

/** What is wrong with one field of a form or of a document. */
export type FieldProblem = {
  /** The key in the file's vocabulary with its place, for example `redirect_uris[1]`; empty for the whole. */
  readonly field: string;
  readonly code: string;
  /** What is expected, in English. */
  readonly message: string;
};

/** Something an administrator can put right. */
export class AdminError extends Error {
  override readonly name = 'AdminError';

  constructor(
    readonly code: AdminErrorCode,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Told by name: the class exists once a bundle. */
export function isAdminError(error: unknown): error is AdminError {
  return error instanceof Error && error.name === 'AdminError';
}
