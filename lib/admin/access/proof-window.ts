/**
 * How recent the proof for an action has to be: see decision 062. `always` asks with each form, regardless of earlier
 * proofs.
 */
export type NeededProof = 'none' | 'sudo' | 'strict' | 'always';

/** What is known of a session's proofs. */
export type ProofTimes = {
  /** The newest sign-in or confirmation. */
  readonly provedAt: Date;
  /** The newest action that asked for a recent proof; null for none. */
  readonly usedAt: Date | null;
};

const minute = 60 * 1000;
/** In milliseconds: the longest pause between two actions. */
const sudoMs = 30 * minute;
/** In milliseconds: how long actions keep it open. */
const longestSudoMs = 8 * 60 * minute;
const strictMs = 5 * minute;

/** Until when a proof is recent enough. Pure. */
export function proofOpenUntil(needed: 'sudo' | 'strict', { provedAt, usedAt }: ProofTimes): Date {
  const proved = provedAt.getTime();
  if (needed === 'strict') return new Date(proved + strictMs);
  const last = Math.max(proved, usedAt?.getTime() ?? 0);
  return new Date(Math.min(last + sudoMs, proved + longestSudoMs));
}

/** Whether an action is allowed without another proof. Pure. */
export function isProofRecent(needed: Exclude<NeededProof, 'always'>, times: ProofTimes, now: Date): boolean {
  return needed === 'none' || now <= proofOpenUntil(needed, times);
}
