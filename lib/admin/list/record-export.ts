import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { type AdminContext, authorshipOf } from '../admin-context';
import type { Query } from '../query';

type Export = { readonly query: Query; readonly rows: number };

/** Records that somebody took a list along: its filter, and how many lines. */
export async function recordExport(admin: AdminContext, type: AuditEventType, { query, rows }: Export): Promise<void> {
  const { db, now } = admin;
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const { csrf: _, ...filter } = query;
  await recordEvents(db, [{ type, outcome: 'success', actor, address, requestId, details: { filter, rows } }], now);
}
