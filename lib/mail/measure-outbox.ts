import type { Database } from '#lib/db/database';
import { metrics } from '#lib/metrics/metrics';
import { readOutboxState } from './outbox-store';

/** Sets the metrics of the waiting mails. */
export async function measureOutbox(db: Database, now: Date): Promise<void> {
  const { waiting, oldest } = await readOutboxState(db);
  metrics().mailsWaiting.set(waiting);
  metrics().oldestMail.set(oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000));
}
