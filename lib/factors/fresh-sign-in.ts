import { hasBegun } from '#lib/vocabulary/time';
import type { Proof } from './proof';

/** In milliseconds: the maximum age of a sign-in that may change factors, the password or the address (security #183). */
const freshMs = 5 * 60 * 1000;

/**
 * Whether a sign-in is recent enough for such a change. One of the future is not: it would be until then (security #201).
 * Pure.
 * @param signedInAt the time of its first factor
 */
export function isSignInFresh(signedInAt: Date, now: Date): boolean {
  return hasBegun(signedInAt, now) && now.getTime() - signedInAt.getTime() <= freshMs;
}

/**
 * When the person of a session showed who they are. A provider may answer from a session of its own, without a question:
 * then it is the time that the provider states, which may be long ago (security #190).
 */
export function signedInAt({ authTime, proofs }: { readonly authTime: Date; readonly proofs: readonly Proof[] }): Date {
  const times = counted(proofs).map(({ factor, at }) => (factor === 'provider' ? at.getTime() : authTime.getTime()));
  return new Date(Math.min(authTime.getTime(), ...times));
}

/** Whether everything that a person has shown in a sign-in is recent. */
export function areProofsFresh(proofs: readonly Proof[], now: Date): boolean {
  return counted(proofs).every(({ at }) => isSignInFresh(at, now));
}

/** What a person showed here counts, and the word of a provider only where there is nothing else. */
function counted(proofs: readonly Proof[]): readonly Proof[] {
  const own = proofs.filter(({ factor }) => factor !== 'provider');
  return own.length === 0 ? proofs : own;
}
