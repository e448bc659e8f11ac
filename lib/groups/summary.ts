/** A membership as far as it decides: whose group, who says so, and until when. */
type Membership = { readonly groupId: string; readonly source: string; readonly expiresAt: Date | null };

/** An assignment as far as it decides: what it gives, and until when. */
type Assignment = { readonly target: string; readonly expiresAt: Date | null };

/** What a person is in groups and by assignments, in the person's row. */
export type AccessSummary = {
  readonly memberships: readonly {
    readonly groupId: string;
    /** The source that the configuration can end: a provider or a directory. Null for the others. */
    readonly source: string | null;
    /** In milliseconds. */
    readonly endsAtMs: number;
  }[];
  readonly assignments: readonly { readonly target: string; readonly endsAtMs: number }[];
};

/** Begins the line of memberships that only an administrator or a file ends. */
const lasting = '-';
/** Begins the line of assignments. */
const assigned = '=';

const none: AccessSummary = { memberships: [], assignments: [] };

/**
 * The summary of a person's memberships and assignments, which is written with them. It contains IDs alone, so no change
 * of the configuration touches it: a line for the sources that only an administrator or a file ends, one for each
 * provider and directory, which counts while that exists, and one for assignments. A line is what it is about and its
 * items, each as its ID and, after `@`, the end. Of several of the same in a line, the last to end counts. Empty for
 * somebody without any.
 */
export function summarize(memberships: readonly Membership[], assignments: readonly Assignment[] = []): string {
  const lines = new Map<string, Map<string, number>>();
  const add = (line: string, id: string, expiresAt: Date | null) => {
    const items = lines.get(line) ?? new Map<string, number>();
    const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    lines.set(line, items.set(id, Math.max(end, items.get(id) ?? 0)));
  };
  for (const { groupId, source, expiresAt } of memberships) {
    add(isAutomatic(source) ? source : lasting, groupId, expiresAt);
  }
  // A client_id can contain what separates items.
  for (const { target, expiresAt } of assignments) add(assigned, encodeURIComponent(target), expiresAt);
  const texts = [...lines].map(([line, all]) => {
    const items = [...all].map(([id, end]) => (end === Number.POSITIVE_INFINITY ? id : `${id}@${end}`));
    return [line, ...items.toSorted()].join(' ');
  });
  return texts.toSorted().join('\n');
}

/** The summary with other memberships of one automatic source, as summarize() writes it. */
export function withSource(column: string, source: string, memberships: readonly Membership[]): string {
  const others = column.split('\n').filter((line) => line !== '' && line.split(' ', 1)[0] !== source);
  const own = summarize(memberships.filter((one) => one.source === source));
  return [...others, ...(own === '' ? [] : [own])].toSorted().join('\n');
}

/** The summary of somebody who would also be in these groups, without an end. */
export function withGroups(column: string, groupIds: readonly string[]): string {
  if (groupIds.length === 0) return column;
  return [...(column === '' ? [] : [column]), [lasting, ...groupIds].join(' ')].join('\n');
}

/** Reads what summarize() wrote. What cannot be read gives nothing. */
export function readSummary(column: string): AccessSummary {
  if (column === '') return none;
  const memberships: AccessSummary['memberships'][number][] = [];
  const assignments: AccessSummary['assignments'][number][] = [];
  for (const line of column.split('\n')) {
    const [about = '', ...items] = line.split(' ');
    // A token reads this, and most lines contain neither.
    const [hasEnds, isEncoded] = [line.includes('@'), line.includes('%')];
    const source = about === lasting ? null : about;
    for (const item of items) {
      const at = hasEnds ? item.indexOf('@') : -1;
      const id = at === -1 ? item : item.slice(0, at);
      const endsAtMs = at === -1 ? Number.POSITIVE_INFINITY : Number(item.slice(at + 1));
      if (about === assigned) assignments.push({ target: isEncoded ? decodeURIComponent(id) : id, endsAtMs });
      else memberships.push({ groupId: id, source, endsAtMs });
    }
  }
  return { memberships, assignments };
}

/** Stored memberships and assignments as decideAccess() takes them, each with its row. */
export function factsOf<Member extends Membership, Assigned extends Assignment>(
  memberships: readonly Member[],
  assignments: readonly Assigned[],
) {
  const endOf = ({ expiresAt }: Member | Assigned) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    memberships: memberships.map((row) => {
      const source = isAutomatic(row.source) ? row.source : null;
      return { groupId: row.groupId, source, endsAtMs: endOf(row), row };
    }),
    assignments: assignments.map((row) => ({ target: row.target, endsAtMs: endOf(row), row })),
  };
}

/** Whether another system decides about the memberships of a source. */
function isAutomatic(source: string): boolean {
  return source.startsWith('provider:') || source.startsWith('directory:');
}
