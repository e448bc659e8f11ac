import type { HandleHash } from '#lib/crypto/random';
import { hashUserCode } from '#lib/tokens/devices/user-code';

/** What a code is found by for this person: while nobody has claimed it, and after this person has. */
export function ownedCodes(userCode: string, sub: string | undefined): readonly HandleHash[] {
  const unclaimed = hashUserCode(userCode, null);
  return sub === undefined ? [unclaimed] : [unclaimed, hashUserCode(userCode, sub)];
}
