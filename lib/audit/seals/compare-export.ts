import type { Database } from '#lib/db/database';
import { type ChainHead, readExportLine } from './export-line';
import { findFirstSequence, listSeals } from './seal-store';

const batchSize = 500;

/** The result of comparing an export with the audit log. */
type Comparison =
  | { readonly matches: true; readonly compared: number; readonly removed: number; readonly head: ChainHead | null }
  | {
      readonly matches: false;
      readonly problem: 'not_an_export' | 'cut_off' | 'changed' | 'missing';
      /** The line number in the file, starting at 1. */
      readonly line: number;
      readonly sequence: number | null;
    };

type Exported = { readonly line: number; readonly seal: ChainHead; readonly isHead: boolean };

/**
 * Compares a stored export with the hash chain. Every seal in the export must exist with the same hash, and so must its
 * head. Events that have expired since are skipped. Together with verifyChain(), this proves that nothing up to the
 * head was changed, deleted or inserted.
 * @param lines the lines of a file that `audit export` wrote
 */
export async function compareExport(db: Database, lines: AsyncIterable<string>): Promise<Comparison> {
  let waiting: Exported[] = [];
  let [line, compared, removed] = [0, 0, 0];
  let head: ChainHead | null | undefined;
  const compareWaiting = async () => {
    const result = await compareSeals(db, waiting);
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
    const isHead = 'head' in read;
    if (isHead) head = read.head;
    const seal = isHead ? read.head : read.seal;
    if (seal !== null) waiting.push({ line, seal, isHead });
    const difference = waiting.length < batchSize ? null : await compareWaiting();
    if (difference !== null) return difference;
  }
  const difference = await compareWaiting();
  if (difference !== null) return difference;
  if (head === undefined) return { matches: false, problem: 'cut_off', line, sequence: null };
  return { matches: true, compared, removed, head };
}

/** @returns the difference, or the numbers of equal and of expired events */
async function compareSeals(
  db: Database,
  exported: readonly Exported[],
): Promise<Comparison | { readonly compared: number; readonly removed: number }> {
  const seals = await listSeals(
    db,
    exported.map(({ seal }) => seal.sequence),
  );
  // Read afterwards, because old events may be deleted at the same time.
  const first = await findFirstSequence(db);
  const hashes = new Map(seals.map(({ sequence, hash }) => [sequence, hash]));
  let [compared, removed] = [0, 0];
  for (const { line, seal, isHead } of exported) {
    const { sequence } = seal;
    const hash = hashes.get(sequence);
    if (hash === seal.hash) compared += isHead ? 0 : 1;
    else if (hash !== undefined) return { matches: false, problem: 'changed', line, sequence };
    else if (first === null || sequence >= first) return { matches: false, problem: 'missing', line, sequence };
    else if (!isHead) removed += 1;
  }
  return { compared, removed };
}
