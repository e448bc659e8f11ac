import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import type { PasskeyProblem } from '#lib/factors/passkeys/passkey';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import type { Caller } from '#lib/sessions/caller';
import type { User } from '#lib/users/user';
import { browserText } from '#lib/vocabulary/browser-words';

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

/** Anybody can send refused passkeys, so the number of recorded failures is limited. */
const recorded = { name: 'passkey-failed', perAddress: 100, windowSeconds: 900 } as const;

type RefusedPasskey = {
  readonly problem: PasskeyProblem | 'disabled' | 'wrong_tenant';
  readonly detail?: string;
  /** The person, if the signature was valid. */
  readonly person: Pick<User, 'sub' | 'username'> | null;
  readonly client: Client | null;
  readonly caller: Pick<Caller, 'clientAddress' | 'userAgent'>;
  readonly via: 'sign_in' | 'confirmation';
};

/** Records a refused passkey. Input that does not answer a challenge of ours is not an attempt. */
export async function recordRefusedPasskey(
  { problem, detail, person, client, caller, via }: RefusedPasskey,
  { db, now, requestId }: Pick<Context, 'db' | 'now' | 'requestId'>,
): Promise<void> {
  if (problem === 'malformed' || problem === 'challenge') return;
  if (!(await reserveAddress(db, caller.clientAddress, recorded, now)).allowed) return;
  const browser = browserText(caller.userAgent);
  const facts = { person, client, address: caller.clientAddress, browser, requestId };
  const details = { problem, via, factor: 'passkey', ...(detail !== undefined && { detail }) };
  await recordEvents(db, [personEvent({ type: 'sign_in.failed', outcome: 'failure', ...facts, details })], now);
}
