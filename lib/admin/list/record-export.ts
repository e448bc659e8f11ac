import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { type AdminContext, authorshipOf } from '../admin-context';

/** Of a list: what it was asked for, how many lines there were, and whether more match. */
type ListExport = {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly rows: number;
  readonly cut: boolean;
  readonly format?: string;
};

/** Of the configuration. */
type DocumentExport = { readonly format: string; readonly secrets: boolean };

/** Records an export of data. */
export async function recordExport(
  admin: AdminContext,
  type: Extract<AuditEventType, `${string}.exported`>,
  details: ListExport | DocumentExport,
): Promise<void> {
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  await recordEvents(admin.db, [{ type, outcome: 'success', actor, address, requestId, details }], admin.now);
}

/** The present filters of a list, without absent ones. */
export function givenOf(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}
