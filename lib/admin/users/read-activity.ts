import { listEvents } from '#lib/audit/event-store';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read';

const shown = 50;

/** The latest audit events about an account, the newest first. */
export async function readUserActivity({ db }: Pick<AdminContext, 'db'>, sub: string): Promise<AuditEntry[]> {
  return (await listEvents(db, { targetId: sub }, shown)).map(toEntry);
}
