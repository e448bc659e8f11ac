type Marked = { readonly id: string; readonly marks: readonly string[] };

/**
 * Groups the steps of the same sign-in. Steps belong together if they share a mark, directly or through other steps.
 * Pure.
 * @param steps in their order
 * @returns the groups, in the order of their first steps
 */
export function groupSteps<Step extends Marked>(steps: readonly Step[]): Step[][] {
  const groupOfMark = new Map<string, Set<Step>>();
  const groups = new Set<Set<Step>>();
  for (const step of steps) {
    const touched = new Set(step.marks.flatMap((mark) => groupOfMark.get(mark) ?? []));
    const group = new Set([...[...touched].flatMap((one) => [...one]), step]);
    for (const old of touched) groups.delete(old);
    groups.add(group);
    for (const { marks } of group) for (const mark of marks) groupOfMark.set(mark, group);
  }
  return [...groups]
    .map((group) => [...group].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .toSorted(([a], [b]) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1));
}
