import type { Database } from '#lib/db/database';
import { genesis, type Seal, sealHash } from './chain';
import { countUnsealed, listPurges, listSealed } from './store';

const batchSize = 1000;
/** An event is sealed within seconds of being recorded; one that is older was put in by other means. Milliseconds. */
const graceMs = 600_000;

/** What the hash chain says about the audit log. */
export type ChainReport =
  | { readonly intact: true; readonly events: number }
  | {
      readonly intact: false;
      /** The first place that does not fit. */
      readonly sequence: number | null;
      readonly problem: 'changed' | 'missing' | 'unsealed';
    };

/**
 * Recomputes the hash chain over the whole audit log. After old events were removed it starts at the oldest that is
 * left, and what removed them has to have recorded that it did (see purgeEvents()).
 */
export async function verifyChain(db: Database, now: Date): Promise<ChainReport> {
  let previous: { sequence: number; hash: string } | null = null;
  let events = 0;
  const [first] = await listSealed(db, 0, 1);
  if (first !== undefined && first.seal.sequence > 1 && !(await isPurgeRecorded(db, first.seal))) {
    return { intact: false, sequence: first.seal.sequence - 1, problem: 'missing' };
  }
  for (;;) {
    const batch = await listSealed(db, previous?.sequence ?? 0, batchSize);
    for (const { seal, event } of batch) {
      const expected: string = previous?.hash ?? (seal.sequence === 1 ? genesis : seal.previousHash);
      if (previous !== null && seal.sequence !== previous.sequence + 1) {
        return { intact: false, sequence: previous.sequence + 1, problem: 'missing' };
      }
      if (seal.previousHash !== expected || seal.hash !== sealHash(expected, event)) {
        return { intact: false, sequence: seal.sequence, problem: 'changed' };
      }
      previous = { sequence: seal.sequence, hash: seal.hash };
      events += 1;
    }
    if (batch.length < batchSize) break;
  }
  const unsealed = await countUnsealed(db, new Date(now.getTime() - graceMs));
  return unsealed > 0 ? { intact: false, sequence: null, problem: 'unsealed' } : { intact: true, events };
}

/** Whether an event of the log tells that everything before this seal was removed for its age. */
async function isPurgeRecorded(db: Database, { sequence, previousHash }: Seal): Promise<boolean> {
  for (const details of await listPurges(db)) {
    const told: unknown = JSON.parse(details);
    if (typeof told !== 'object' || told === null || !('through' in told && 'hash' in told)) continue;
    if (told.through === sequence - 1 && told.hash === previousHash) return true;
  }
  return false;
}
