import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { maximumHandle } from '#lib/crypto/random';
import { findTrialReport } from '#lib/interactions/trial-store';
import { openReport, type SignInReport } from './report';

/**
 * The result of a trial, for ten minutes after its end and only for the session that started it.
 * @param handle of the page's address
 */
export async function readTrial(
  handle: string,
  trial: { readonly clientId: string; readonly sid: string },
  context: Pick<Context, 'db' | 'settings' | 'now'>,
): Promise<{ readonly report: SignInReport; readonly at: Date } | null> {
  if (handle.length > maximumHandle) return null;
  const hash = hashHandle(handle);
  const found = await findTrialReport(context.db, { hash, ...trial }, context.now);
  return found && { report: openReport(found.report, hash, context), at: found.at };
}
