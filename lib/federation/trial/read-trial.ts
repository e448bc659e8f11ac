import type { Context } from '#lib/context';
import { findLastUpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { openReport, type TrialReport } from './report';
import { trialMark } from './trial';

/**
 * The result of an administrator's last trial of a provider. It is kept for fifteen minutes and only for that person,
 * because it contains the provider's data about them.
 */
export async function readTrial(
  provider: string,
  sub: string,
  context: Pick<Context, 'db' | 'settings' | 'now'>,
): Promise<{ readonly report: TrialReport; readonly at: Date } | null> {
  const last = await findLastUpstreamSignIn(context.db, trialMark(provider, sub));
  if (last === null || last.identity === null || last.expiresAt <= context.now) return null;
  return { report: openReport(last.identity, last.hash, context), at: last.createdAt };
}
