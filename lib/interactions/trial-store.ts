import type { Database, Transaction } from '#lib/db/database';
import { trialLifetimeSeconds } from './interaction';

/**
 * Stores the result of a trial that the caller has completed.
 * @param report the sealed result
 */
export async function writeTrialReport(db: Database | Transaction, hash: string, report: string): Promise<void> {
  await db.authorizationRequest.updateMany({ where: { hash, triedBy: { not: null } }, data: { trialReport: report } });
}

type TrialOf = {
  readonly hash: string;
  readonly clientId: string;
  /** The session that started the trial. Only this session may see the result. */
  readonly sid: string;
};

/**
 * The sealed result of a trial.
 * @returns null if this session has no such trial, if it is not over, or if it ended too long ago
 */
export async function findTrialReport(
  db: Database,
  { hash, clientId, sid }: TrialOf,
  now: Date,
): Promise<{ readonly report: string; readonly at: Date } | null> {
  const completedAt = { gt: new Date(now.getTime() - trialLifetimeSeconds * 1000) };
  const found = await db.authorizationRequest.findFirst({
    where: { hash, clientId, triedBy: sid, trialReport: { not: null }, interaction: { completedAt } },
    select: { trialReport: true, interaction: { select: { completedAt: true } } },
  });
  const at = found?.interaction.completedAt;
  return found?.trialReport == null || at == null ? null : { report: found.trialReport, at };
}
