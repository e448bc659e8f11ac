import type { Database } from '#lib/db/database';
import { listEvents } from './event-store';

/** When the password of a person was last changed. Null if it was not changed as long as events are kept. */
export async function findPasswordChange(db: Database, sub: string): Promise<Date | null> {
  const [changed] = await listEvents(db, { targetId: sub, types: ['password.changed'] }, 1);
  return changed?.at ?? null;
}
