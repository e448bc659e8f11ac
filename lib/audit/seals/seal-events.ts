import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import { readClock } from '#lib/http/clock';
import type { Logger } from '#lib/log/log';
import { ensureAuditKeys } from './audit-key';
import { continueChain } from './chain';
import { addSeals, findLastSeal, listUnsealed, markUnsealed, takeUnsealed } from './seal-store';

const batchSize = 200;
/** The head of the chain is logged at most once in this many periods. */
const tellHeadPeriods = 60;
/**
 * If a transaction commits after a check, its events are found by the next unconditional check, after this many
 * periods.
 */
const lookAnywayPeriods = 30;

/**
 * Seals the events that the hash chain does not cover. Several processes may run this at the same time. The number of a
 * seal is unique, so one process wins and the others leave the rest to it.
 * @returns the number of sealed events
 */
export async function sealEvents(db: Database, secret: MasterSecret, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const last = await findLastSeal(db);
    const events = await listUnsealed(db, last && earlier(last.at, now), batchSize);
    if (events.length === 0) return total;
    // Read after the last seal, so that its key is included. No seal may have an older key than the previous one.
    const key = (await ensureAuditKeys(db, secret, now)).at(-1);
    if (key === undefined) throw new Error('the audit log has no key');
    try {
      await addSeals(db, continueChain(last, events, key));
    } catch (error) {
      if (isUniqueViolation(error)) return total;
      throw error;
    }
    total += events.length;
  }
}

/** If a clock once ran ahead, the last event has a time in the future, and later events have earlier times. */
function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

type Sealer = {
  readonly db: Database;
  readonly secret: MasterSecret;
  readonly log: Pick<Logger, 'info'>;
};

/**
 * Creates a job that runs every second. It seals the events of this process, and sometimes those that other processes
 * left. While the chain grows, its head is logged once a minute, and also at the end. If the log is stored elsewhere,
 * nobody with write access to the database can truncate the chain without a trace.
 */
export function createSealer({ db, secret, log }: Sealer): (signal: AbortSignal) => Promise<void> {
  let looks = 0;
  let told = '';
  const tellHead = async () => {
    const head = await findLastSeal(db);
    if (head === null || head.hash === told) return;
    log.info({ sequence: head.sequence, hash: head.hash }, 'head of the audit log');
    told = head.hash;
  };
  return async ({ aborted: isLast }: AbortSignal) => {
    looks += 1;
    if (takeUnsealed() || isLast || looks % lookAnywayPeriods === 0) await sealOrRemember(db, secret);
    if (isLast || looks % tellHeadPeriods === 0) await tellHead();
  };
}

async function sealOrRemember(db: Database, secret: MasterSecret): Promise<void> {
  try {
    await sealEvents(db, secret, readClock());
  } catch (error) {
    markUnsealed();
    throw error;
  }
}
