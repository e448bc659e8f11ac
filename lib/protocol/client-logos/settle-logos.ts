import type { Context } from '#lib/context';
import { refreshLogos } from './refresh-logos';

/** A person or a program is waiting, so only this many logos are fetched at once. The background job fetches the others. */
export const settledTogether = 3;

/**
 * Fetches the logos of clients that were just changed, so that the next page can show the result. The change itself is
 * already saved. The background job retries failed fetches.
 * @returns whether the configuration has to be read again
 */
export async function settleLogos(owners: Parameters<typeof refreshLogos>[0], context: Context): Promise<boolean> {
  try {
    return (await refreshLogos(owners, context, settledTogether)) > 0;
  } catch (error) {
    context.log.warn({ err: error }, 'could not fetch a logo');
    return false;
  }
}
