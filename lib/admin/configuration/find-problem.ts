import { summaryOf } from '#lib/admin/entries/setting-labels';
import type { AdminContext } from '../admin-context';
import { type AdminError, isAdminError } from '../admin-error';
import { type EntryEdit, planEntries } from './save-entries';

/** The reasons against a change, in sentences; null if there are none. Writes nothing. */
export async function findProblem(admin: AdminContext, edits: readonly EntryEdit[]): Promise<string | null> {
  try {
    await planEntries(admin, edits);
    return null;
  } catch (error) {
    if (isAdminError(error)) return inSentences(error, edits);
    throw error;
  }
}

/**
 * Describes an error that belongs to no field of the page, in sentences.
 * @param edits the change that failed
 */
export function inSentences({ message, fields }: AdminError, edits: readonly EntryEdit[]): string {
  const [section, ...others] = new Set(edits.map((edit) => edit.section));
  const only = others.length === 0 ? section : undefined;
  return fields.length === 0 ? message : fields.map((problem) => summaryOf(problem, only)).join(' ');
}
