import type { Database } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, write } from '#lib/db/step';
import { trialLifetimeSeconds } from './interaction';

const reported = defineWrite(
  `UPDATE "AuthorizationRequest" SET "trialReport" = @report WHERE "hash" = @hash AND "triedBy" IS NOT NULL`,
);

/**
 * Stores the result of a trial that is completed before.
 * @param report the sealed result
 */
export function writeTrialReport(hash: string, report: string): Step {
  return write(reported, { hash, report });
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
