import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { NewFactor } from '#lib/factors/decide-factor';
import type { Proof } from '#lib/factors/proof';
import type { AccountProof } from '#lib/vocabulary/account-proof';
import type { SignInAnswer } from '../second-factor/attempt';
import type { FactorProblem } from '../second-factor/second-factor-method';

/** A new factor that the person has shown once. */
export type ShownFactor = {
  readonly proof: Proof;
  /** Its own name, for the mail. Empty without one. */
  readonly name: string;
  /** Stores the factor. */
  readonly write: (tx: Transaction, by: AccountProof<'person'>) => Promise<void>;
};

/** A factor that a person can add during the sign-in. */
export type NewFactorMethod = {
  readonly factor: NewFactor;
  /** Checks the form that adds it. `query` has the parameters that the page needs to show the same again. */
  readonly check: (
    answer: SignInAnswer,
    context: Context,
  ) => Promise<ShownFactor | { readonly problem: FactorProblem; readonly query: Readonly<Record<string, string>> }>;
};
