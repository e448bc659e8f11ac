import type { PersonFactors } from '#lib/factors/decide-factor';
import type { AccountPolicy } from '#lib/tenants/account-policy';

/** The policy and the factors that count where one is removed. */
export type FactorsLeft = {
  readonly policy: Pick<AccountPolicy, 'secondFactor' | 'emailSecondFactor' | 'passkeys'>;
  readonly factors: Pick<PersonFactors, 'totp' | 'passkeys' | 'email'>;
};

/** Whether a second factor has to stay: the policy requires one, and the account would lose its last. */
export function isNeededByPolicy({ policy, factors }: FactorsLeft): boolean {
  const { totp, passkeys, email } = factors;
  const hasOther = totp || (policy.passkeys && passkeys > 0) || (policy.emailSecondFactor && email);
  return policy.secondFactor === 'required' && !hasOther;
}
