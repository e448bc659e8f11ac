import type { Database } from '#lib/db/database';

/** When more were changed, reading all of them takes less. */
const maximumChanges = 500;

/**
 * The clients that the revisions after one, up to another, created, changed or deleted.
 * @returns null when the history does not tell: keys, for example, are written without an entry in it
 */
export async function listChangedClients(
  db: Database,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<string[] | null> {
  const number = { gt: after, lte: upTo };
  if (after >= upTo || upTo - after > maximumChanges) return null;
  const told = await db.configurationRevision.count({ where: { number } });
  if (told !== upTo - after) return null;
  const rows = await db.configurationChange.findMany({
    where: { number, section: 'clients' },
    select: { key: true },
    distinct: ['key'],
    take: maximumChanges + 1,
  });
  return rows.length > maximumChanges ? null : rows.map(({ key }) => key);
}
