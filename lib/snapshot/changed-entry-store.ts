import type { Database } from '#lib/db/database';

/** When more were changed, reading all of them takes less. */
const maximumChanges = 500;

/** What revisions changed of the configuration; accounts are in no snapshot. */
export type ChangedEntries = {
  /** Every section with an entry that was created, changed or deleted. */
  readonly sections: ReadonlySet<string>;
  /** By client_id. */
  readonly clients: readonly string[];
};

/**
 * What the revisions after one, up to another, changed.
 * @returns null when the history does not tell: keys, for example, are written without an entry in it
 */
export async function findChangedEntries(
  db: Database,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<ChangedEntries | null> {
  const number = { gt: after, lte: upTo };
  if (after >= upTo || upTo - after > maximumChanges) return null;
  const told = await db.configurationRevision.count({ where: { number } });
  if (told !== upTo - after) return null;
  const rows = await db.configurationChange.findMany({
    where: { number, section: { not: 'users' } },
    select: { section: true, key: true },
    distinct: ['section', 'key'],
    take: maximumChanges + 1,
  });
  if (rows.length > maximumChanges) return null;
  return {
    sections: new Set(rows.map(({ section }) => section)),
    clients: rows.flatMap(({ section, key }) => (section === 'clients' ? [key] : [])),
  };
}
