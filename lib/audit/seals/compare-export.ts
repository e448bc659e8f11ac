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
      /** The line number in the file, from 1. */
      readonly line: number;
      readonly sequence: number | null;
    };

type Exported = { readonly line: number; readonly seal: ChainHead };

/**
 * Compares an export that was kept elsewhere with the hash chain: every seal that the export names has to exist with
 * the same hash, and so does its head. Events that have expired since are skipped. Together with verifyChain() this
 * proves that nothing up to the head was changed, deleted or inserted.
 * @param lines of the file that `audit export` wrote
 */
export async function compareExport(db: Database, lines: AsyncIterable<string>): Promise<Comparison> {
  const first = (await findFirstSequence(db)) ?? Number.POSITIVE_INFINITY;
  let waiting: Exported[] = [];
  let [line, compared, removed] = [0, 0, 0];
  let head: ChainHead | null | undefined;
  for await (const text of lines) {
    line += 1;
    const read = head === undefined ? readExportLine(text) : null;
    if (read === null) return { matches: false, problem: 'not_an_export', line, sequence: null };
    if ('head' in read) head = read.head;
    const seal = 'head' in read ? read.head : read.seal;
    if (seal === null) continue;
    if (seal.sequence < first && Number.isFinite(first)) removed += 'head' in read ? 0 : 1;
    else waiting.push({ line, seal });
    if (waiting.length < batchSize) continue;
    const difference = await compare(db, waiting);
    if (difference !== null) return difference;
    compared += waiting.length;
    waiting = [];
  }
  const difference = await compare(db, waiting);
  if (difference !== null) return difference;
  if (head === undefined) return { matches: false, problem: 'cut_off', line, sequence: null };
  return { matches: true, compared: compared + waiting.length, removed, head };
}

async function compare(db: Database, exported: readonly Exported[]): Promise<Comparison | null> {
  const seals = await listSeals(
    db,
    exported.map(({ seal }) => seal.sequence),
  );
  const hashes = new Map(seals.map(({ sequence, hash }) => [sequence, hash]));
  for (const { line, seal } of exported) {
    const hash = hashes.get(seal.sequence);
    if (hash === seal.hash) continue;
    const problem = hash === undefined ? 'missing' : 'changed';
    return { matches: false, problem, line, sequence: seal.sequence };
  }
  return null;
}
