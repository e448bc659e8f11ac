import { verifyChain } from '#lib/audit/seals/verify-chain';
import type { Database } from '#lib/db/database';
import { type Finding, healthy, wrong } from './finding';

const problems = {
  changed: (sequence: number | null) => `event ${sequence} is not the one that was recorded`,
  missing: (sequence: number | null) => `event ${sequence} was removed`,
  unsealed: () => 'holds events that the server did not seal',
} as const;

/** Whether the audit log is as it was recorded: its hash chain from the oldest event that is left. */
export async function checkAuditLog(db: Database, now: Date): Promise<Finding> {
  const report = await verifyChain(db, now);
  if (report.intact) return healthy('audit log', `the hash chain over ${report.events} events is whole`);
  const advice = 'Somebody wrote to the database past the server. Compare with a backup or an export, and keep both.';
  return wrong('audit log', problems[report.problem](report.sequence), advice);
}
