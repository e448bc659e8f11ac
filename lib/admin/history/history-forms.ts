import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { type Asks, type LeadingForm, type Leads, savedFlash } from '../flash/flash';
import { type PostedFields, withReason } from '../read-form';
import { historyPath, undoPath } from './history-path';
import { restoreRevision } from './restore-revision';
import { undoRevision } from './undo-revision';

/** Restores a revision, provided that this makes exactly the changes that the page showed. */
export const restoreForm: LeadingForm = async (admin, form) => {
  const number = Number(form.text('number'));
  const report = await restoreRevision(withReason(admin, form), number, Number(form.text('latest')));
  return { goTo: historyPath, flash: { ...savedFlash(report), text: adminTexts.flash.restored(number) } };
};

/**
 * Undoes one revision. If one of its entries was changed later, it leads to the page that shows the changes.
 * @param back the page with the form. It is not used if an entry is deleted, because the page may be gone then
 */
export async function undoForm(admin: AdminContext, form: PostedFields, back: string): Promise<Leads | Asks> {
  const number = Number(form.text('number'));
  const because = withReason(admin, form);
  const seen = form.text('seen') || null;
  try {
    const report = await undoRevision(because, number, seen);
    const isGone = report.changes.some(({ kind }) => kind === 'delete');
    const goTo = isGone || seen !== null ? historyPath : back;
    return { goTo, flash: { ...savedFlash(report), text: adminTexts.flash.undone(number) } };
  } catch (error) {
    if (!isAdminError(error) || error.code === 'not_found' || seen !== null) throw error;
    return { goTo: undoPath(number), flash: null };
  }
}
