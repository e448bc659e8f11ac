declare const isChecked: unique symbol;

/**
 * What shows that a change of an account is the right person's:
 * - `person`: they signed in with everything they have in the last 5 minutes (security #183, #190);
 * - `link`: a mailed or passed-on link, used up in the same transaction;
 * - `provider`: a sign-in at the provider whose identity the account has, or gets;
 * - `password`: the present password, of which only the hash is renewed;
 * - `administrator`: one who may change the account and confirmed it in the last 5 minutes (security #192);
 * - `operator`: the command line or a configuration that was allowed to be applied;
 * - `profile`: nothing that gives access changes.
 */
type AccountProofKind = 'person' | 'link' | 'provider' | 'password' | 'administrator' | 'operator' | 'profile';

/**
 * Shows that factors, the password, the address, the username, the role or the identities of one account may change. The
 * functions that write them take one instead of a sub, so a door that checked nothing has nothing to pass.
 */
export type AccountProof<Kind extends AccountProofKind = AccountProofKind> = {
  readonly kind: Kind;
  /** The account. */
  readonly sub: string;
  readonly [isChecked]: true;
};

/**
 * Makes a proof. Only the file that checked it calls this: lib/testing/architecture/account-rules.ts has them all, by
 * kind.
 */
export function proven<Kind extends AccountProofKind>(kind: Kind, sub: string): AccountProof<Kind> {
  return { kind, sub } as AccountProof<Kind>;
}
