import type { Context } from '#lib/context';

/**
 * Waits until this process uses the configuration that was just written. Others follow within a second. If it cannot be
 * read now, it is read again soon. The write itself succeeded, so the response must not report a failure.
 */
export async function takeIntoUse({ refreshConfiguration, log }: Context): Promise<void> {
  try {
    await refreshConfiguration();
  } catch (error) {
    log.warn({ err: error }, 'a registration is written, but not in use yet');
  }
}
