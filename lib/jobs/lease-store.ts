import type { Database } from '#lib/db/database';

type Lease = {
  readonly job: string;
  /** The process that wants to run the job. */
  readonly holder: string;
  readonly until: Date;
};

/**
 * Takes a lease, or extends the holder's own. It is one statement, so only one of two processes gets it.
 * @returns false if another process holds it
 */
export async function holdLease(db: Database, { job, holder, until }: Lease, now: Date): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO "JobLease" ("job", "holder", "until") VALUES (${job}, ${holder}, ${until})
    ON CONFLICT ("job") DO UPDATE SET "holder" = excluded."holder", "until" = excluded."until"
    WHERE "JobLease"."holder" = excluded."holder" OR "JobLease"."until" <= ${now}`;
  return count === 1;
}

/** Releases the jobs of a process that stops, so that others can take them immediately. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.jobLease.deleteMany({ where: { holder } });
}
