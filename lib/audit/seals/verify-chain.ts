import { z } from 'zod';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { AuditEventType } from '../event';
import { isRemovalProven, loadAuditKeys } from './audit-key';
import { type AuditKey, genesis, type Seal, sealHash } from './chain';
import { countUnsealed, findFirstSequence, listAuditKeys, listPurges, listSealed } from './seal-store';

const batchSize = 1000;
/** Types of events that are recorded only if the chain has a key. */
const keyedEvents: ReadonlySet<string> = new Set<AuditEventType>(['audit.keyed', 'secret.rotated']);
/** In milliseconds. Events are sealed within seconds, so an older event without a seal was inserted from outside. */
const graceMs = 600_000;

/** The result of verifying the hash chain. */
type ChainReport =
  | {
      readonly intact: true;
      readonly events: number;
      /** The number of the last seal without a key. 0 if every seal has one, null if none has. */
      readonly keyedAfter: number | null;
    }
  | {
      readonly intact: false;
      /** The first seal that does not match. */
      readonly sequence: number | null;
      readonly problem: 'changed' | 'missing' | 'unsealed' | 'key_removed';
    };

/**
 * Recomputes the hash chain over the whole audit log. If old events were deleted, it starts at the oldest remaining
 * one, and the deletion must be recorded (see purgeEvents()). A running server may delete old events and create keys in
 * the meantime.
 * @throws SealError (code `cannot_open`) if no known secret opens a key of the chain
 */
export async function verifyChain(db: Database, secret: MasterSecret, now: Date): Promise<ChainReport> {
  for (;;) {
    const first = await findFirstSequence(db);
    const keys = await loadAuditKeys(db, secret);
    const report = await verifyWith(db, keys, now);
    if (report.intact) return report;
    // The verification takes many statements. If the chain got a later beginning or a new key in between, it starts
    // again.
    const hasMoved = (await findFirstSequence(db)) !== first || (await listAuditKeys(db)).length !== keys.length;
    if (!hasMoved) return report;
  }
}

async function verifyWith(db: Database, keys: readonly AuditKey[], now: Date): Promise<ChainReport> {
  let previous: Seal | null = null;
  let events = 0;
  for (;;) {
    const batch = await listSealed(db, previous?.sequence ?? 0, batchSize);
    for (const { seal, event } of batch) {
      if (previous === null && seal.sequence > 1 && !(await isPurgeRecorded(db, seal, keys))) {
        return { intact: false, sequence: seal.sequence - 1, problem: 'missing' };
      }
      const expected: string = previous?.hash ?? (seal.sequence === 1 ? genesis : seal.previousHash);
      if (previous !== null && seal.sequence !== previous.sequence + 1) {
        return { intact: false, sequence: previous.sequence + 1, problem: 'missing' };
      }
      if (event === null) return { intact: false, sequence: seal.sequence, problem: 'missing' };
      const key = keyOf(seal, previous, keys);
      if (key === undefined || seal.previousHash !== expected || seal.hash !== sealHash(expected, event, key)) {
        return { intact: false, sequence: seal.sequence, problem: 'changed' };
      }
      if (key === null && keyedEvents.has(event.type)) {
        return { intact: false, sequence: seal.sequence, problem: 'key_removed' };
      }
      previous = seal;
      events += 1;
    }
    if (batch.length < batchSize) break;
  }
  const unsealed = await countUnsealed(db, new Date(now.getTime() - graceMs));
  const keyedAfter = keys[0]?.after ?? null;
  return unsealed > 0 ? { intact: false, sequence: null, problem: 'unsealed' } : { intact: true, events, keyedAfter };
}

/**
 * The key with which a seal must have been created. Null for none. Undefined if the key is impossible: it is unknown,
 * or older than that of the previous seal, or missing after the start of the keyed part.
 */
function keyOf(seal: Seal, previous: Seal | null, keys: readonly AuditKey[]): AuditKey | null | undefined {
  const keyedAfter = keys[0]?.after ?? Number.POSITIVE_INFINITY;
  if (seal.sequence <= keyedAfter) return seal.keyNumber === null ? null : undefined;
  if (seal.keyNumber === null || seal.keyNumber < (previous?.keyNumber ?? 0)) return undefined;
  return keys.find(({ number }) => number === seal.keyNumber);
}

const removal = z.object({ through: z.number(), hash: z.string(), proof: z.string().optional() });

/** Whether an event of the log proves that the server deleted everything before this seal because of its age. */
async function isPurgeRecorded(
  db: Database,
  { sequence, previousHash }: Seal,
  keys: readonly AuditKey[],
): Promise<boolean> {
  for (const details of await listPurges(db)) {
    const told = storedJsonOr(removal.nullable(), details, null);
    if (told?.through !== sequence - 1 || told.hash !== previousHash) continue;
    // Deletions before the first key have no proof. They belong to the part without a key.
    if (told.proof === undefined && told.through <= (keys[0]?.after ?? told.through)) return true;
    if (told.proof !== undefined && isRemovalProven(keys, told.through, told.hash, told.proof)) return true;
  }
  return false;
}
