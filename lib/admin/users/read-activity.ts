import { listEvents } from '#lib/audit/event-store';
import type { AdminContext } from '../admin-context';
import { type AuditEntry, toEntry } from '../audit/read-audit';

const shown = 50;

/** What was done to an account last, the newest first. */
export async function readUserActivity({ db }: Pick<AdminContext, 'db'>, sub: string): Promise<AuditEntry[]> {
  return (await listEvents(db, { targetId: sub }, shown)).map(toEntry);
}
