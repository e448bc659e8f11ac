import type { Context } from '#lib/context';

/**
 * Waits until this process uses the configuration that was just written; others follow within a second. If it cannot be
 * read now, it is read soon. The write itself has succeeded, so the answer must not say otherwise.
 */
export async function takeIntoUse({ refreshConfiguration, log }: Context): Promise<void> {
  try {
    await refreshConfiguration();
  } catch (error) {
    log.warn({ err: error }, 'a registration is written, but not in use yet');
  }
}
