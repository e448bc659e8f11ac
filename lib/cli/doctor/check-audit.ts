import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { compareExport } from '#lib/audit/seals/compare-export';
import { verifyChain } from '#lib/audit/seals/verify-chain';
import type { MasterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { describeSystemError } from '#lib/vocabulary/system-error';
import { type Finding, healthy, wrong } from './finding';

const problems = {
  changed: (sequence: number | null) => `event ${sequence} was changed`,
  other_text: (sequence: number | null) =>
    `${sequence === null ? 'an event' : `event ${sequence}`} is different in the log: someone changed the file or the log`,
  missing: (sequence: number | null) => `${sequence === null ? 'an event' : `event ${sequence}`} was removed`,
  unsealed: () => 'contains events that the server did not seal',
  key_removed: (sequence: number | null) => `event ${sequence} was recorded with a key, but its seal has none`,
} as const;

const advice = 'Someone changed the database without the server. Compare it with a backup or an export, and keep both.';

/** Checks the audit log: its hash chain from the oldest remaining event. */
export async function checkAuditLog(db: Database, secret: MasterSecret, now: Date): Promise<Finding> {
  const report = await verifyChain(db, secret, now).catch(notOpened);
  if (report === null) return wrong('audit log', 'no secret in the settings decrypts a key of its hash chain', advice);
  if (!report.intact) return wrong('audit log', problems[report.problem](report.sequence), advice);
  const events = report.events === 1 ? '1 event' : `${report.events} events`;
  return healthy('audit log', `the hash chain of ${events} is intact${beginning(report.keyedAfter)}`);
}

/** Compares a stored export with the audit log. */
export async function compareWithExport(db: Database, path: string): Promise<Finding> {
  const subject = 'export';
  const report = await compareExport(db, linesOf(path)).catch(unreadable);
  if (typeof report === 'string') {
    return wrong(subject, `cannot read ${path}: ${report}`, 'Use a file from audit export.');
  }
  if (!report.matches) {
    const { problem, line, sequence } = report;
    if (problem === 'not_an_export') {
      return wrong(subject, `${path}:${line}: not a line of an export`, 'Use a file from audit export.');
    }
    if (problem === 'cut_off') {
      const message = `${path} ends without the head of the chain`;
      return wrong(subject, message, 'The export did not finish, or someone cut the file.');
    }
    return wrong(subject, `${path}:${line}: ${problems[problem](sequence)}`, advice);
  }
  const { compared, removed, head } = report;
  const old = removed === 0 ? '' : `; ${removed} older events were deleted since`;
  return healthy(subject, `${path} matches up to event ${head?.sequence ?? 0} (${compared} compared${old})`);
}

/**
 * Opens the file when the first line is read, because readline drops lines that arrive before it has a listener.
 * @throws UnreadableFile, so that its errors are told from those of the database
 */
async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new UnreadableFile(path, { cause });
  }
}

class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** @returns why the file cannot be read */
function unreadable(error: unknown): string {
  if (!(error instanceof UnreadableFile)) throw error;
  return describeSystemError(error.cause);
}

/** Where the keyed part of the chain begins. */
function beginning(keyedAfter: number | null): string {
  if (keyedAfter === null) return '; it has no key yet: the next start creates one';
  return keyedAfter === 0 ? '' : `, with a key from event ${keyedAfter + 1} on`;
}

function notOpened(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'cannot_open') return null;
  throw error;
}
