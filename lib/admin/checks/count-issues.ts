import type { Check } from './check';

/** The number of errors and warnings for each object of a kind, by its ID. */
export function countIssues(checks: readonly Check[], kind: Check['object']['kind']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { object, severity } of checks) {
    if (object.kind === kind && severity !== 'advice') counts.set(object.id, (counts.get(object.id) ?? 0) + 1);
  }
  return counts;
}
