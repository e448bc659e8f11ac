import { listEvents } from '#lib/audit/event-store';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { csvHead, csvLine, download } from '../list/csv';
import { givenOf, recordExport } from '../list/record-export';
import { wordOf } from '../query';
import { type AuditEntry, type AuditQuery, readAuditQuery, toEntry, toEventFilter } from './read';

/** The maximum number of events in a file. */
const maximumRows = 10_000;
const batchSize = 500;

/** The columns of the export, with the names of the table's columns. */
export const auditCsv = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString(),
  type: ({ type }) => type,
  outcome: ({ outcome }) => outcome,
  actor_kind: ({ actorKind }) => actorKind,
  actor_id: ({ actorId }) => actorId,
  actor_name: ({ actorName }) => actorName,
  target_kind: ({ targetKind }) => targetKind,
  target_id: ({ targetId }) => targetId,
  target_name: ({ targetName }) => targetName,
  client_id: ({ clientId }) => clientId,
  client_name: ({ clientName }) => clientName,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
  details: ({ details }) => JSON.stringify(details),
} as const satisfies Readonly<Record<string, (entry: AuditEntry) => string | null>>;

type Format = { readonly type: string; readonly head: string; readonly line: (entry: AuditEntry) => string };

const formats = {
  ndjson: { type: 'application/x-ndjson', head: '', line: (entry) => `${JSON.stringify(entry)}\n` },
  csv: { type: 'text/csv', head: csvHead(auditCsv), line: (entry) => csvLine(auditCsv, entry) },
} as const satisfies Readonly<Record<string, Format>>;

type ExportFormat = keyof typeof formats;

/**
 * Exports the events that match a filter as a file: one event for each line, newest first, at most 10,000. If more
 * match, its name says so. The export itself is recorded as an event.
 */
export async function exportAudit(
  admin: AdminContext,
  asked: AuditQuery,
  format: ExportFormat = 'ndjson',
  maximum = maximumRows,
): Promise<{ readonly name: string; readonly body: string }> {
  const { db, now } = admin;
  const { head, line } = formats[format];
  const lines: string[] = [];
  let before: string | null = null;
  // One event more than the file contains shows whether it is cut.
  while (lines.length <= maximum) {
    const size = Math.min(batchSize, maximum + 1 - lines.length);
    const rows = await listEvents(db, toEventFilter(asked, now, before), size);
    lines.push(...rows.map((row) => line(toEntry(row))));
    before = rows.at(-1)?.id ?? null;
    if (rows.length < size) break;
  }
  const cut = lines.length > maximum;
  const kept = lines.slice(0, maximum);
  await recordExport(admin, 'audit.exported', { filter: givenOf(asked), format, rows: kept.length, cut });
  return { name: cut ? `audit-first-${kept.length}.${format}` : `audit.${format}`, body: head + kept.join('') };
}

/** POST: the download for a filter. */
export const handleAuditExport = adminHandler({ permission: 'read' }, async (admin, values) => {
  const query = Object.fromEntries(values);
  const format = wordOf(query, 'format', ['ndjson', 'csv'], 'ndjson');
  const { name, body } = await exportAudit(admin, readAuditQuery(query), format);
  return download(name, formats[format].type, body);
});
