/**
 * The account was deleted or disabled, or the session ended, after the form was read. The transaction is rolled back.
 */
export class AccountGone extends Error {
  override readonly name = 'AccountGone';
  readonly code = 'account_gone';
}

/** Compares the code, because the class exists once in each bundle. */
export function isAccountGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_gone';
}
