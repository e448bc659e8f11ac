import type { AccountFactors } from '#lib/factors/person-factors-store';
import type { Proof } from '#lib/factors/proof';

/** Whether a person who has shown their password must set a new one, because an administrator requires it. */
export function needsNewPassword({ mustSetPassword }: AccountFactors, proofs: readonly Proof[]): boolean {
  return mustSetPassword && proofs.some(({ factor }) => factor === 'password');
}
