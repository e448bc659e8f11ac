import type { PersonFactors } from '#lib/factors/decide-factor';
import type { AccountPolicy } from '#lib/tenants/account-policy';

/** The policy and factors that decide whether a factor can be removed. */
export type FactorsLeft = {
  readonly policy: Pick<AccountPolicy, 'secondFactor' | 'emailSecondFactor' | 'passkeys'>;
  readonly factors: Pick<PersonFactors, 'totp' | 'passkeys' | 'email'>;
};

/** Whether the last second factor must stay, because the policy requires one. */
export function isNeededByPolicy({ policy, factors }: FactorsLeft): boolean {
  const { totp, passkeys, email } = factors;
  const hasOther = totp || (policy.passkeys && passkeys > 0) || (policy.emailSecondFactor && email);
  return policy.secondFactor === 'required' && !hasOther;
}
