import type { IssueFacts } from '#lib/vocabulary/entry';

/** Why the administration refused something. The code is a translation key and the type of the API's problem. */
export type AdminErrorCode =
  | 'not_found'
  | 'changed_meanwhile'
  | 'invalid'
  | 'in_use'
  /** Another system keeps it. */
  | 'managed'
  | 'too_many'
  | 'already_exists'
  | 'last_owner'
  | 'forbidden'
  /** The change needs a more recent proof of who makes it. */
  | 'reauthenticate'
  | 'too_many_requests';

/** A problem with one field of a form or of a document. */
export type FieldProblem = {
  /**
   * The key as in the configuration file with its position, for example `redirect_uris[1]`. Empty for the whole form or
   * document.
   */
  readonly field: string;
  readonly code: string;
  /** The expected value, in English. Pages have their own words for it (lib/i18n/admin/problems.ts). */
  readonly message: string;
  /** The values that those words refer to. */
  readonly facts?: IssueFacts;
  /** The setting inside the text of the field, with its position. */
  readonly within?: string;
};

/** The values that another person saved while a form was open. */
export type Conflict = {
  /** The present version (see entryVersion()). Saving with this version overwrites the other person's values. */
  readonly version: string;
  /**
   * The name of the person who saved the values, and the time (ISO 8601). Null if the history no longer contains it.
   */
  readonly by: string | null;
  readonly at: string | null;
  /** The stored values by field, as a form shows them. */
  readonly values: Readonly<Record<string, string>>;
};

/** A problem that an administrator can fix. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** The conflict of `changed_meanwhile`. */
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

/** Compares the name, because the class exists once in each bundle. */
export function isAdminError(error: unknown): error is AdminError {
  return error instanceof Error && error.name === 'AdminError';
}

/** For an unknown address. */
export function notFound(): AdminError {
  return new AdminError('not_found', 'Not found');
}
