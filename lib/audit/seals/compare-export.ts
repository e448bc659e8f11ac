import type { Database } from '#lib/db/database';
import { type ChainHead, type ExportedEvent, readExportLine, saysTheSame } from './export-line';
import { findFirstEventId, findFirstSequence, listEventsById, listSeals } from './seal-store';

const batchSize = 500;

/** The result of comparing an export with the audit log. */
type Comparison =
  | { readonly matches: true; readonly compared: number; readonly removed: number; readonly head: ChainHead | null }
  | {
      readonly matches: false;
      readonly problem: 'not_an_export' | 'cut_off' | 'changed' | 'other_text' | 'missing';
      /** The line number in the file, starting at 1. */
      readonly line: number;
      readonly sequence: number | null;
    };

/** A line of the file: an event, or the head, which has none. */
type Exported = { readonly line: number; readonly seal: ChainHead | null; readonly event: ExportedEvent | null };

/**
 * Compares a stored export with the log. Every seal in the export must exist with the same hash, and so must its head;
 * every event must say the same. Events that have expired since are skipped. Together with verifyChain(), this proves
 * that nothing up to the head was changed, deleted or inserted, in the log or in the file.
 * @param lines the lines of a file that `audit export` wrote
 */
export async function compareExport(db: Database, lines: AsyncIterable<string>): Promise<Comparison> {
  let waiting: Exported[] = [];
  let [line, compared, removed] = [0, 0, 0];
  let head: ChainHead | null | undefined;
  const compareWaiting = async () => {
    const result = await compareLines(db, waiting);
    if ('matches' in result) return result;
    compared += result.compared;
    removed += result.removed;
    waiting = [];
    return null;
  };
  for await (const text of lines) {
    line += 1;
    const read = head === undefined ? readExportLine(text) : null;
    if (read === null) return { matches: false, problem: 'not_an_export', line, sequence: null };
    if (isHead(read)) {
      head = read.head;
      waiting.push({ line, seal: head, event: null });
    } else waiting.push({ line, seal: read.seal, event: read });
    const difference = waiting.length < batchSize ? null : await compareWaiting();
    if (difference !== null) return difference;
  }
  const difference = await compareWaiting();
  if (difference !== null) return difference;
  if (head === undefined) return { matches: false, problem: 'cut_off', line, sequence: null };
  return { matches: true, compared, removed, head };
}

function isHead(read: NonNullable<ReturnType<typeof readExportLine>>): read is { readonly head: ChainHead | null } {
  return !('id' in read);
}

/** @returns the difference, or the numbers of equal and of expired events */
async function compareLines(
  db: Database,
  exported: readonly Exported[],
): Promise<Comparison | { readonly compared: number; readonly removed: number }> {
  const log = await readLog(db, exported);
  let [compared, removed] = [0, 0];
  for (const { line, seal, event } of exported) {
    const problem = compareLine(log, seal, event);
    if (problem === 'expired') removed += event === null ? 0 : 1;
    else if (problem === null) compared += event === null || seal === null ? 0 : 1;
    else return { matches: false, problem, line, sequence: seal?.sequence ?? null };
  }
  return { compared, removed };
}

type Log = Awaited<ReturnType<typeof readLog>>;

async function readLog(db: Database, exported: readonly Exported[]) {
  const sequences = exported.flatMap(({ seal }) => seal?.sequence ?? []);
  const seals = new Map((await listSeals(db, sequences)).map((seal) => [seal.sequence, seal]));
  const unsealed = exported.flatMap(({ seal, event }) => (seal === null && event !== null ? event.id : []));
  const events = new Map((await listEventsById(db, unsealed)).map((event) => [event.id, event]));
  // Read afterwards, because old events may be deleted at the same time.
  return { seals, events, firstSequence: await findFirstSequence(db), firstId: await findFirstEventId(db) };
}

/** Null if the log has what the line says. */
function compareLine(
  { seals, events, firstSequence, firstId }: Log,
  seal: ChainHead | null,
  exported: ExportedEvent | null,
): 'changed' | 'other_text' | 'missing' | 'expired' | null {
  if (seal === null) {
    // No seal covered this event yet when it was exported, so nothing but its text can be compared.
    if (exported === null) return null;
    const event = events.get(exported.id);
    if (event === undefined) return firstId === null || exported.id >= firstId ? 'missing' : 'expired';
    return saysTheSame(exported, event) ? null : 'other_text';
  }
  const stored = seals.get(seal.sequence);
  if (stored === undefined) return firstSequence === null || seal.sequence >= firstSequence ? 'missing' : 'expired';
  if (stored.hash !== seal.hash) return 'changed';
  return exported === null || saysTheSame(exported, stored.event) ? null : 'other_text';
}
