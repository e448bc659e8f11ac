/** A membership as far as it decides: whose group, who says so, and until when. */
type Counted = { readonly groupId: string; readonly source: string; readonly expiresAt: Date | null };

/** The groups of a person in the person's row. */
export type AccessSummary = readonly {
  /** The source that the configuration can end: a provider or a directory. Null for the others. */
  readonly source: string | null;
  /** The IDs of groups, with the end of the membership in milliseconds. */
  readonly groups: readonly (readonly [id: string, endsAtMs: number])[];
}[];

/**
 * The summary of a person's memberships, which is written with them. It contains IDs alone, so no change of the
 * configuration touches it: a line for the sources that only an administrator or a file ends, and one for each provider
 * and directory, which counts while that exists. A line is the source and its groups, each as its ID and, after `@`, the
 * end. Of several memberships of a group in a line, the last to end counts. Empty for somebody without memberships.
 */
export function summarize(memberships: readonly Counted[]): string {
  const lines = new Map<string, Map<string, number>>();
  for (const { groupId, source, expiresAt } of memberships) {
    const line = isAutomatic(source) ? source : '-';
    const groups = lines.get(line) ?? new Map<string, number>();
    const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    lines.set(line, groups.set(groupId, Math.max(end, groups.get(groupId) ?? 0)));
  }
  const texts = [...lines].map(([line, groups]) => {
    const items = [...groups].map(([id, end]) => (end === Number.POSITIVE_INFINITY ? id : `${id}@${end}`));
    return [line, ...items.toSorted()].join(' ');
  });
  return texts.toSorted().join('\n');
}

/** Reads what summarize() wrote. What cannot be read gives nothing. */
export function readSummary(column: string): AccessSummary {
  if (column === '') return [];
  return column.split('\n').map((line) => {
    const [source = '', ...items] = line.split(' ');
    const groups = items.map((item): readonly [string, number] => {
      const at = item.indexOf('@');
      return at === -1 ? [item, Number.POSITIVE_INFINITY] : [item.slice(0, at), Number(item.slice(at + 1))];
    });
    return { source: source === '-' ? null : source, groups };
  });
}

/** Whether another system decides about the memberships of a source. */
function isAutomatic(source: string): boolean {
  return source.startsWith('provider:') || source.startsWith('directory:');
}
