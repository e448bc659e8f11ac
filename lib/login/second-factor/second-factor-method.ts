import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { SecondFactor } from '#lib/factors/decide-factor';
import type { Proof } from '#lib/factors/proof';
import type { OpenInteraction } from '../load-interaction';
import type { PasskeyPageProblem } from '../passkey/passkey-page-problem';
import type { PendingPerson } from '../pending-person';
import type { PostedForm } from '../read-form';

/** Why an answer is no proof. The code is the catalog key `factor.problem.<code>`, or that of a passkey's problem. */
export type FactorProblem =
  | 'code_missing'
  /** Not in the form of this factor's codes. */
  | 'code_malformed'
  | 'code_wrong'
  | 'code_used'
  | PasskeyPageProblem
  /** Too many failures from browsers that the account does not know. */
  | 'factor_stopped';

export type FactorAnswer = {
  readonly open: OpenInteraction;
  readonly form: PostedForm;
  readonly pending: PendingPerson;
};

/** What a right answer proves, and what becomes used in the transaction that counts it. */
export type CheckedAnswer =
  | { readonly problem: FactorProblem }
  | {
      readonly proof: Proof;
      /** @returns false if another request used it first */
      readonly use: (tx: Transaction) => Promise<boolean>;
    };

/** A factor that follows the first one. */
export type SecondFactorMethod = {
  readonly factor: SecondFactor;
  /** Checks the form's answer. What it uses up counts in `use`, but for the challenge of a passkey. */
  readonly check: (answer: FactorAnswer, context: Context) => Promise<CheckedAnswer>;
};
