import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { findProblem } from '../configuration/find-problem';
import { type EntryEdit, saveEntries } from '../configuration/save-entries';
import { type BulkResult, type Named, toPlan } from './bulk';

/** An entry of a bulk action, with either a reason against the action or the edit that executes it. */
export type Judged = Named & {
  /** Null if there is no reason against it. */
  readonly reason: string | null;
  /** The version of the entry, if the action depends on it. */
  readonly version?: string | null;
  /** Null if there is a reason against it. */
  readonly edit: EntryEdit | null;
};

/**
 * Changes the entries without a reason against it, as one revision. It changes only rows in the state that was checked,
 * so it never overwrites a concurrent change.
 * @throws AdminError as saveTogether()
 */
export async function saveJudged(admin: AdminContext, judged: readonly Judged[]): Promise<BulkResult> {
  const { changes, skipped } = toPlan(judged);
  const edits = judged.flatMap(({ reason: against, edit }) => (against === null && edit !== null ? [edit] : []));
  const { revision, refused } = await saveTogether(admin, edits);
  const failed = changes.flatMap((line) => {
    const problem = refused.get(line.id);
    return problem === undefined ? [] : [{ ...line, reason: problem }];
  });
  return { changed: changes.length - failed.length, skipped: [...skipped, ...failed], revision };
}

type Saved = {
  /** Null if nothing changed. */
  readonly revision: number | null;
  /** Why entries could not be changed, by key. */
  readonly refused: ReadonlyMap<string, string>;
};

/**
 * Writes entries as one revision. If some of them are invalid, the others are written.
 * @throws AdminError for a problem that is not about a single entry, such as `changed_meanwhile`
 */
async function saveTogether(admin: AdminContext, edits: readonly EntryEdit[]): Promise<Saved> {
  try {
    return { revision: await save(admin, edits), refused: new Map() };
  } catch (error) {
    if (!isAdminError(error)) throw error;
    const refused = new Map(await findRefused(admin, edits));
    if (refused.size === 0) throw error;
    const others = edits.filter(({ key }) => !refused.has(key));
    return { revision: await save(admin, others), refused };
  }
}

async function save(admin: AdminContext, edits: readonly EntryEdit[]): Promise<number | null> {
  if (edits.length === 0) return null;
  return (await saveEntries(admin, edits)).revision;
}

/** Splits the entries in half repeatedly until every entry with a problem is found. */
async function findRefused(admin: AdminContext, edits: readonly EntryEdit[]): Promise<readonly [string, string][]> {
  const [first, ...others] = edits;
  if (first === undefined) return [];
  const problem = await findProblem(admin, edits);
  if (problem === null) return [];
  if (others.length === 0) return [[first.key, problem]];
  const half = Math.ceil(edits.length / 2);
  return [...(await findRefused(admin, edits.slice(0, half))), ...(await findRefused(admin, edits.slice(half)))];
}
