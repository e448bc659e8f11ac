import { singleton } from '#lib/singleton';

/**
 * The number of checks of a kind that count. It is large enough to notice a busy machine, and small enough to forget it
 * again.
 */
const newest = 20;

/** A factor for a check that takes longer than all previous ones. */
const headroom = 1.25;

/**
 * Records how long the check of a hash took in this process.
 * @param kind see StoredHash
 */
export function noteCheck(kind: string, ms: number): void {
  times().set(kind, [ms, ...(times().get(kind) ?? [])].slice(0, newest));
}

/** The time that hardly any check of a kind exceeds now, in milliseconds. 0 if none was recorded. */
export function paceOf(kind: string): number {
  return Math.max(0, ...(times().get(kind) ?? [])) * headroom;
}

function times(): Map<string, readonly number[]> {
  return singleton('password-check-times', () => new Map<string, readonly number[]>());
}
