import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import type { SecondFactor } from '#lib/factors/decide-factor';
import type { Proof } from '#lib/factors/proof';
import { isSixDigits } from '#lib/factors/totp-setup';
import type { User } from '#lib/users/user';
import type { PasskeyPageProblem } from '../passkey/refused-passkey';
import type { PostedForm } from '../read-form';

/** Why an answer proves nothing. The code is the catalog key `factor.problem.<code>`, or that of a passkey problem. */
export type FactorProblem =
  | MalformedAnswer
  | 'code_wrong'
  /** A mailed code that expired, or was used up by wrong ones. Another one must be sent. */
  | 'code_over'
  | 'code_used'
  | PasskeyPageProblem
  /** Only a passkey that is bound to its device is enough. */
  | 'passkey_synced'
  /** Too many failures from browsers that the account does not know. */
  | 'factor_stopped';

/** Nothing, or text that does not have the form of this factor's codes. */
type MalformedAnswer = 'code_missing' | 'code_malformed';

export type FactorAnswer = {
  readonly form: PostedForm;
  /** The person who must have the factor. */
  readonly person: User;
  /** Where it was asked for: the hash of the interaction, or of the recovery link. */
  readonly boundTo: string;
};

/** The proof of a right answer, and what the transaction that accepts it uses up. */
export type CheckedAnswer =
  | { readonly problem: FactorProblem }
  | {
      readonly proof: Proof;
      /** @returns false if another request used it first */
      readonly use: (tx: Transaction) => Promise<boolean>;
    };

/** A factor that follows the first one, or the mailed link of a recovery. */
export type SecondFactorMethod = {
  readonly factor: SecondFactor;
  /** Finds input that cannot be a guess and costs no attempt. Null for input that check() compares. */
  readonly findMalformed: (form: PostedForm) => MalformedAnswer | null;
  /** Checks the form's answer. `use` uses it up, except for a mailed code and the challenge of a passkey. */
  readonly check: (answer: FactorAnswer, context: Context) => Promise<CheckedAnswer>;
};

/** The field `code`. */
export function typedCode({ values }: PostedForm): string {
  return values.get('code')?.trim() ?? '';
}

/** For codes of six digits. */
export function findMalformedDigits(form: PostedForm): MalformedAnswer | null {
  const typed = typedCode(form);
  if (typed === '') return 'code_missing';
  return isSixDigits(typed) ? null : 'code_malformed';
}
