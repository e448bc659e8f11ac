import { listEvents, recordEvents } from '#lib/audit/store';
import type { HttpResponse } from '#lib/http/types';
import { adminHandler } from '../access/admin-handler';
import { type AdminContext, authorshipOf } from '../admin-context';
import { type AuditQuery, readAuditQuery, toEntry, toEventFilter } from './read-audit';

const maximumRows = 10_000;
const batchSize = 500;

/**
 * The events that a filter lets through as one JSON object a line, the newest first and at most 10,000. That somebody
 * took them along is an event itself.
 */
export async function exportAudit(admin: AdminContext, asked: AuditQuery): Promise<string> {
  const { db, now } = admin;
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const lines: string[] = [];
  let before = asked.before;
  while (lines.length < maximumRows) {
    const rows = await listEvents(db, toEventFilter({ ...asked, before }, now), batchSize);
    lines.push(...rows.map((row) => JSON.stringify(toEntry(row))));
    before = rows.at(-1)?.id ?? null;
    if (rows.length < batchSize) break;
  }
  const details = { filter: asked, rows: lines.length };
  await recordEvents(db, [{ type: 'audit.exported', outcome: 'success', actor, address, requestId, details }], now);
  return lines.map((line) => `${line}\n`).join('');
}

/** POST: the download of a filter. */
export const handleAuditExport = adminHandler({ permission: 'read' }, async (admin, values): Promise<HttpResponse> => {
  const body = await exportAudit(admin, readAuditQuery(Object.fromEntries(values)));
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.ndjson"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
});
