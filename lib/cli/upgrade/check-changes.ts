import type { ReadOnlySession } from '#lib/db/read-only';
import { printable } from '../explain/printable';
import type { BehaviorChange, Concerned } from './changes';
import type { UpgradeFinding } from './finding';
import type { Schema } from './schema';

const named = 5;

/**
 * The changes of behavior between the installation and this release, with those who are affected.
 * @param pending the names of the migrations that the installation lacks
 */
export async function checkChanges(
  session: ReadOnlySession,
  pending: readonly string[],
  former: Schema,
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
  former: Schema,
): Promise<string | null> {
  if (concerned === 'everybody') return 'for everybody';
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
