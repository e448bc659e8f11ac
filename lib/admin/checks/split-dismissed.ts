import { sha256 } from '#lib/crypto/hash';
import type { Check, CheckRule } from './check';
import type { Dismissal } from './dismissal-store';

/** A dismissed finding, with its dismissal. */
export type DismissedCheck = { readonly check: Check; readonly dismissal: Dismissal };

export type SplitChecks = { readonly open: readonly Check[]; readonly dismissed: readonly DismissedCheck[] };

/** The detail of these rules is a number of people, which changes from day to day. */
const counting: ReadonlySet<CheckRule> = new Set(['second_factor_missing', 'verified_address_missing']);

/** The key by which a finding is dismissed: the rule, the object and the detail. */
export function keyOfCheck({ rule, object: { kind, id }, detail }: Check): string {
  return sha256(JSON.stringify([rule, kind, id, counting.has(rule) ? null : detail]));
}

/** Splits findings into open and dismissed ones. */
export function splitDismissed(checks: readonly Check[], dismissals: readonly Dismissal[]): SplitChecks {
  if (dismissals.length === 0) return { open: checks, dismissed: [] };
  const byKey = new Map(dismissals.map((dismissal) => [dismissal.id, dismissal]));
  const found = checks.map((check) => ({ check, dismissal: byKey.get(keyOfCheck(check)) }));
  return {
    open: found.flatMap(({ check, dismissal }) => (dismissal === undefined ? [check] : [])),
    dismissed: found.flatMap(({ check, dismissal }) => (dismissal === undefined ? [] : [{ check, dismissal }])),
  };
}
