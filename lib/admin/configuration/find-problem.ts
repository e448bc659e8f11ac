import { summaryOf } from '#lib/i18n/admin/setting-labels';
import type { AdminContext } from '../admin-context';
import { type AdminError, isAdminError } from '../admin-error';
import { type EntryEdit, planEntries } from './save-entries';

/** Why entries cannot be so, in sentences; null when they can. Nothing is written. */
export async function findProblem(admin: AdminContext, edits: readonly EntryEdit[]): Promise<string | null> {
  try {
    await planEntries(admin, edits);
    return null;
  } catch (error) {
    if (isAdminError(error)) return inSentences(error, edits);
    throw error;
  }
}

/** What a page says of an error that belongs to no field of it. @param edits what was to be written */
export function inSentences({ message, fields }: AdminError, edits: readonly EntryEdit[]): string {
  const [section, ...others] = new Set(edits.map((edit) => edit.section));
  const only = others.length === 0 ? section : undefined;
  return fields.length === 0 ? message : fields.map((problem) => summaryOf(problem, only)).join(' ');
}
