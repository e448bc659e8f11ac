import { findLastUpstreamSignIn } from '#lib/interactions/upstream/store';
import type { Context } from '#lib/protocol/context';
import { openReport, type TrialReport } from './report';
import { trialMark } from './trial';

/**
 * How a person's last test of a provider ended, while it is kept: fifteen minutes, and for nobody else, because it holds
 * what the provider knows of them.
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
