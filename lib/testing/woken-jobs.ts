import type { Database } from '#lib/db/database';
import { startJobs } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { noticeJob } from '#lib/protocol/back-channel/deliver-notices';

/** The names of the sending jobs that some work wakes up. Nothing is sent. */
export async function wokenJobs(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const woken = new Set<string>();
  const jobs = [mailJob, noticeJob].map(
    (name) => ({ name, everyMs: 600_000, runsIn: 'each', run: async () => woken.add(name) }) as const,
  );
  const stop = startJobs(jobs, { db, log: { warn: () => {} } });
  try {
    await work();
  } finally {
    await stop();
  }
  return [...woken].sort();
}
