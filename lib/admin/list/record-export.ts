import type { AuditEventType } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { type AdminContext, authorshipOf } from '../admin-context';

/** For a list: the filter, the number of lines, and whether more match. */
type ListExport = {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly rows: number;
  readonly cut: boolean;
  readonly format?: string;
};

/** For the configuration. */
type DocumentExport = { readonly format: string; readonly secrets: boolean };

/** Records an export of data. */
export async function recordExport(
  admin: AdminContext,
  type: Extract<AuditEventType, `${string}.exported`>,
  details: ListExport | DocumentExport,
): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const event = { type, outcome: 'success', actor, address, requestId } as const;
  await recordEvents(admin.db, [{ ...event, details: { ...details, ...(reason && { reason }) } }], admin.now);
}

/** The filters of a list that are set. */
export function givenOf(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
}
