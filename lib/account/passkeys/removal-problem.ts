import type { PersonFactors } from '#lib/factors/decide-factor';
import type { AccountPolicy } from '#lib/tenants/account-policy';

/** What a person signs in with, before a passkey is removed. */
export type RemovalSituation = {
  readonly policy: Pick<AccountPolicy, 'secondFactor' | 'emailSecondFactor' | 'emailCode' | 'recovery'>;
  readonly factors: Pick<PersonFactors, 'totp' | 'passkeys' | 'email'>;
  readonly hasPassword: boolean;
  /** An account elsewhere. */
  readonly hasIdentity: boolean;
};

/** Why a passkey has to stay. The code is the catalog key `passkey.edit.problem.<code>`. */
export type RemovalProblem = 'needed_by_policy' | 'only_way';

/** Whether a person may remove a passkey: not the last factor that the policy asks for, nor the only way to sign in. */
export function findRemovalProblem(situation: RemovalSituation): RemovalProblem | null {
  const { policy, factors, hasPassword, hasIdentity } = situation;
  if (factors.passkeys > 1) return null;
  const canMail = factors.email && (policy.emailCode || policy.recovery);
  if (!hasPassword && !hasIdentity && !canMail) return 'only_way';
  const hasOther = factors.totp || (factors.email && policy.emailSecondFactor);
  return policy.secondFactor === 'required' && !hasOther ? 'needed_by_policy' : null;
}
