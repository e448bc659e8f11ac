import { listEvents, recordEvents } from '#lib/audit/event-store';
import type { HttpResponse } from '#lib/http/types';
import { adminHandler } from '../access/admin-handler';
import { type AdminContext, authorshipOf } from '../admin-context';
import { csvHead, csvLine, downloadHeaders } from '../list/csv';
import { wordOf } from '../query';
import { auditCsv } from './audit-csv';
import { type AuditEntry, type AuditQuery, readAuditQuery, toEntry, toEventFilter } from './read-audit';

/** The maximum number of events in a file. */
const maximumRows = 10_000;
const batchSize = 500;

type Format = { readonly type: string; readonly head: string; readonly line: (entry: AuditEntry) => string };

const formats = {
  ndjson: { type: 'application/x-ndjson', head: '', line: (entry) => `${JSON.stringify(entry)}\n` },
  csv: { type: 'text/csv', head: csvHead(auditCsv), line: (entry) => csvLine(auditCsv, entry) },
} as const satisfies Readonly<Record<string, Format>>;

export type ExportFormat = keyof typeof formats;

/**
 * The events that match a filter as a file, one a line, newest first, at most 10,000. The export itself is recorded as
 * an event.
 */
export async function exportAudit(
  admin: AdminContext,
  asked: AuditQuery,
  format: ExportFormat = 'ndjson',
  maximum = maximumRows,
): Promise<string> {
  const { db, now } = admin;
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const { head, line } = formats[format];
  const lines: string[] = [];
  let before: string | null = null;
  while (lines.length < maximum) {
    const size = Math.min(batchSize, maximum - lines.length);
    const rows = await listEvents(db, toEventFilter(asked, now, before), size);
    lines.push(...rows.map((row) => line(toEntry(row))));
    before = rows.at(-1)?.id ?? null;
    if (rows.length < size) break;
  }
  const details = { filter: asked, format, rows: lines.length, cut: lines.length >= maximum };
  await recordEvents(db, [{ type: 'audit.exported', outcome: 'success', actor, address, requestId, details }], now);
  return head + lines.join('');
}

/** POST: the download of a filter. */
export const handleAuditExport = adminHandler({ permission: 'read' }, async (admin, values): Promise<HttpResponse> => {
  const query = Object.fromEntries(values);
  const format = wordOf(query, 'format', ['ndjson', 'csv'], 'ndjson');
  const body = await exportAudit(admin, readAuditQuery(query), format);
  return { status: 200, headers: downloadHeaders(`audit.${format}`, formats[format].type), body };
});
