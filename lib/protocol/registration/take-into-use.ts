import type { Context } from '../context';

/**
 * Waits until this process serves with what was just written; the others follow within a second. When that cannot be
 * read now it is read soon, and what was written stands: the answer must not say otherwise.
 */
export async function takeIntoUse({ refreshConfiguration, log }: Context): Promise<void> {
  try {
    await refreshConfiguration();
  } catch (error) {
    log.warn({ err: error }, 'a registration is written, but not in use yet');
  }
}
