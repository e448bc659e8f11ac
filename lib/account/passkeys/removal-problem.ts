import type { PersonFactors } from '#lib/factors/decide-factor';
import type { AccountPolicy } from '#lib/tenants/account-policy';

/** The person's ways to sign in, before a passkey is removed. */
export type RemovalSituation = FactorsLeft & {
  readonly policy: Pick<AccountPolicy, 'emailCode' | 'recovery'>;
  readonly hasPassword: boolean;
  /** An account at an enabled identity provider. */
  readonly hasIdentity: boolean;
};

/** Why a passkey must stay. The catalog key is `passkey.edit.problem.<code>`. */
type RemovalProblem = 'needed_by_policy' | 'only_way';

/**
 * Checks whether a person may remove a passkey. It must be neither the last factor that the policy requires, nor the
 * only way to sign in.
 */
export function findRemovalProblem(situation: RemovalSituation): RemovalProblem | null {
  const { policy, factors, hasPassword, hasIdentity } = situation;
  if (factors.passkeys > 1) return null;
  const canMail = factors.email && (policy.emailCode || policy.recovery);
  if (!hasPassword && !hasIdentity && !canMail) return 'only_way';
  return isNeededByPolicy({ policy, factors: { ...factors, passkeys: 0 } }) ? 'needed_by_policy' : null;
}

/** The policy and factors that decide whether a factor can be removed. */
type FactorsLeft = {
  readonly policy: Pick<AccountPolicy, 'secondFactor' | 'emailSecondFactor' | 'passkeys'>;
  readonly factors: Pick<PersonFactors, 'totp' | 'passkeys' | 'email'>;
};

/** Whether the last second factor must stay, because the policy requires one. */
export function isNeededByPolicy({ policy, factors }: FactorsLeft): boolean {
  const { totp, passkeys, email } = factors;
  const hasOther = totp || (policy.passkeys && passkeys > 0) || (policy.emailSecondFactor && email);
  return policy.secondFactor === 'required' && !hasOther;
}
