import type { ReadOnlySession } from '#lib/db/read-only';
import { printable } from '../command';
import type { UpgradeFinding } from './finding';
import type { DatabaseSchema } from './schema';

/** Who is affected by a change: everybody, or these rows of the installation. */
type Concerned =
  | 'everybody'
  | {
      readonly table: string;
      /** The column that names a row in the report. Null if the rows are people or requests, which are only counted. */
      readonly label: string | null;
      /** The columns that the condition reads. If one is missing, the feature did not exist, and nobody is affected. */
      readonly columns: readonly string[];
      /** SQL that works in both databases. */
      readonly where: string;
    };

/** A default or a behavior that an upgrade changes although nobody changed a setting. */
export type BehaviorChange = {
  /** The migration of the release with the change, without its time. An installation that lacks it is affected. */
  readonly since: string;
  readonly concerned: Concerned;
  /** The difference, and what to do. */
  readonly sentence: string;
};

/**
 * The changes, oldest first. A change that needs no migration gets one that consists only of a comment, so that every
 * database shows which changes it already has.
 */
export const behaviorChanges: readonly BehaviorChange[] = [];

const named = 5;

/**
 * The changes of behavior between the installation and this release, with those who are affected.
 * @param pending the names of the migrations that the installation lacks
 */
export async function checkChanges(
  session: ReadOnlySession,
  pending: readonly string[],
  former: DatabaseSchema,
  changes: readonly BehaviorChange[],
): Promise<UpgradeFinding[]> {
  const lacking = new Set(pending.map((name) => name.replace(/^\d+_/, '')));
  const findings: UpgradeFinding[] = [];
  for (const { concerned, sentence } of changes.filter(({ since }) => lacking.has(since))) {
    const subject = await describeConcerned(session, concerned, former);
    if (subject !== null) findings.push({ topic: 'default', effect: 'change', subject, message: sentence });
  }
  return findings;
}

/** Null if nobody is affected. */
async function describeConcerned(
  session: ReadOnlySession,
  concerned: Concerned,
  former: DatabaseSchema,
): Promise<string | null> {
  if (concerned === 'everybody') return 'for everyone';
  const { table, label, columns, where } = concerned;
  const present = former.get(table);
  if (present === undefined || !columns.every((column) => present.has(column))) return null;
  const [row] = await session.rows(`SELECT count(*) AS "count" FROM "${table}" WHERE ${where}`);
  const count = Number(row?.count);
  if (count === 0) return null;
  if (label === null) return `for ${count} × ${table}`;
  const rows = await session.rows(
    `SELECT "${label}" AS "label" FROM "${table}" WHERE ${where} ORDER BY "${label}" LIMIT ${named}`,
  );
  const names = rows.map((each) => printable(String(each.label))).join(', ');
  return `for ${table} ${names}${count > named ? ` and ${count - named} more` : ''}`;
}
