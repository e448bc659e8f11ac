import type { PasskeyProblem } from '#lib/factors/passkeys/passkey';

/** Why a passkey is refused, as far as a page shows it. The code is the catalog key `passkey.problem.<code>`. */
export type PasskeyPageProblem = 'passkey_unknown' | 'passkey_refused' | 'passkey_expired' | 'passkey_copied';

export const passkeyPageProblems: readonly PasskeyPageProblem[] = [
  'passkey_unknown',
  'passkey_refused',
  'passkey_expired',
  'passkey_copied',
];

/** The problem that the page shows for a refused ceremony. */
export function passkeyPageProblem(problem: PasskeyProblem): PasskeyPageProblem {
  switch (problem) {
    case 'challenge':
      return 'passkey_expired';
    case 'unknown_passkey':
      return 'passkey_unknown';
    case 'counter_went_back':
      return 'passkey_copied';
    case 'malformed':
    case 'other_person':
    case 'not_verified':
      return 'passkey_refused';
    default:
      return problem satisfies never;
  }
}

export function isPasskeyProblem(problem: string): problem is PasskeyPageProblem {
  return passkeyPageProblems.some((one) => one === problem);
}
