import type { AccountPolicy } from '#lib/tenants/account-policy';
import { type FactorsLeft, isNeededByPolicy } from '../factors/is-needed-by-policy';

/** The person's ways to sign in, before a passkey is removed. */
export type RemovalSituation = FactorsLeft & {
  readonly policy: Pick<AccountPolicy, 'emailCode' | 'recovery'>;
  readonly hasPassword: boolean;
  /** An account at an enabled identity provider. */
  readonly hasIdentity: boolean;
};

/** Why a passkey must stay. The catalog key is `passkey.edit.problem.<code>`. */
export type RemovalProblem = 'needed_by_policy' | 'only_way';

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
