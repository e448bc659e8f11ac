import type { Database } from '#lib/db/database';
import { latestStart } from '#lib/vocabulary/time';

type Lease = {
  readonly job: string;
  /** The process that wants to run the job. */
  readonly holder: string;
  readonly until: Date;
};

/**
 * Takes a lease, or extends the holder's own. It is one statement, so only one of two processes gets it.
 * A lease that ends much later than this one would comes from a process whose clock ran ahead. It is taken over,
 * because nobody would run the job until then if that process died.
 * @returns false if another process holds it
 */
export async function holdLease(db: Database, { job, holder, until }: Lease, now: Date): Promise<boolean> {
  const latest = latestStart(until);
  const count = await db.$executeRaw`
    INSERT INTO "JobLease" ("job", "holder", "until") VALUES (${job}, ${holder}, ${until})
    ON CONFLICT ("job") DO UPDATE SET "holder" = excluded."holder", "until" = excluded."until"
    WHERE "JobLease"."holder" = excluded."holder" OR "JobLease"."until" <= ${now}
      OR "JobLease"."until" > ${latest}`;
  return count === 1;
}

/** Releases the jobs of a process that stops, so that others can take them immediately. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.jobLease.deleteMany({ where: { holder } });
}
