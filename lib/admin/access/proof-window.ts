/**
 * How recent the proof for an action must be (decision 021). `always` asks with each form, regardless of earlier
 * proofs.
 */
export type NeededProof = 'none' | 'sudo' | 'strict' | 'always';

/** The times of a session's proofs. */
export type ProofTimes = {
  /** The time of the latest sign-in or confirmation. */
  readonly provedAt: Date;
  /** The time of the latest action that needed a recent proof. Null if there was none. */
  readonly usedAt: Date | null;
};

const minute = 60 * 1000;
/** In milliseconds: the longest allowed pause between two actions. */
const sudoMs = 30 * minute;
/** In milliseconds: how long actions can extend a proof. */
const longestSudoMs = 8 * 60 * minute;
const strictMs = 5 * minute;

/** The time until which a proof is recent enough. Pure. */
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

/**
 * The proof that saving and disabling an entry of this section needs. For clients and scopes it is none: both can be
 * undone, and neither gives access to an account. A change that gives power asks for a strict proof where it is written:
 * see checkAuthority().
 */
export function sectionProof(section: string): NeededProof {
  return section === 'clients' || section === 'scopes' ? 'none' : 'sudo';
}

/** The fields of a form that asks people to confirm their identity. */
export const confirmationNames = {
  password: 'confirm_password',
  code: 'confirm_code',
  /** The answer of the browser for a passkey. */
  passkey: 'confirm_passkey',
  /** The button for people who confirm by signing in again. */
  elsewhere: 'confirm_elsewhere',
} as const;

const names: ReadonlySet<string> = new Set(Object.values(confirmationNames));

/** Whether a field belongs to the confirmation. Such a field is never shown again. */
export function isConfirmationField(name: string): boolean {
  return names.has(name);
}
