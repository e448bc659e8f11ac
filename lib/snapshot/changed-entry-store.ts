import type { Database } from '#lib/db/database';
import type { Snapshot } from './snapshot';

/** Beyond this number of changes, reading everything is faster. */
const maximumChanges = 500;

/** What revisions changed in the configuration. Accounts are not part of a snapshot. */
export type ChangedEntries = {
  /** All sections with an entry that was created, changed or deleted. */
  readonly sections: ReadonlySet<string>;
  /** By client_id. */
  readonly clients: readonly string[];
  /** By name. */
  readonly groups: readonly string[];
};

type Written = Pick<Snapshot, 'revision' | 'recorded'>;

/**
 * The entries that were written between two reads of the configuration.
 * @returns null if the history does not say, because some writes, for example of keys, have no entry
 */
export async function findChangedEntries(db: Database, from: Written, to: Written): Promise<ChangedEntries | null> {
  const writes = to.revision - from.revision;
  if (writes <= 0 || writes > maximumChanges || to.recorded - from.recorded !== writes) return null;
  const number = { gt: from.recorded, lte: to.recorded };
  const rows = await db.configurationChange.findMany({
    where: { number, section: { not: 'users' } },
    select: { section: true, key: true },
    distinct: ['section', 'key'],
    take: maximumChanges + 1,
  });
  if (rows.length > maximumChanges) return null;
  const keysOf = (wanted: string) => rows.flatMap(({ section, key }) => (section === wanted ? [key] : []));
  return {
    sections: new Set(rows.map(({ section }) => section)),
    clients: keysOf('clients'),
    groups: keysOf('groups'),
  };
}
