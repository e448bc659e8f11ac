import type { Logger } from '#lib/log/log';
import type { Snapshot } from './snapshot';

/**
 * Waits until this process uses the configuration that was just written. Others follow within a second. If it cannot be
 * read now, it is read again soon. The write itself succeeded, so the response must not report a failure: it may be the
 * only one that contains a new secret.
 * @param refresh refreshSnapshot(), or that of the context
 */
export async function takeIntoUse(refresh: () => Promise<Snapshot>, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    log.warn({ err: error }, 'the configuration is written, but not in use yet');
  }
}
