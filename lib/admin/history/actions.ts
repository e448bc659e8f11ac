import { text } from '#lib/forms/read-posted';
import { toArea } from '#lib/interactions/area-address';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { savedFlash } from '../flash/flash';
import { type Action, defineAction, type Names } from '../kit/define-action';
import { numberOf } from '../query';
import { historyPath, undoPath } from './feature';
import { requireRevision } from './read';
import { restoreRevision } from './restore-revision';
import { texts } from './texts';
import { undoProof, undoRevision } from './undo-revision';

async function target({ db }: Pick<AdminContext, 'db'>, { number = '' }: Names): Promise<number> {
  return (await requireRevision(db, numberOf({ number }, 'number'))).number;
}

/** Restores a revision, provided that this makes exactly the changes that the page showed. */
export const restore = defineAction({
  path: 'history/[number]/restore',
  permission: 'own',
  proof: 'sudo',
  target,
  fields: { latest: text(9) },
  event: 'configuration.restored',
  run: (admin, number, { latest }) => restoreRevision(admin, number, Number(latest)),
  done: (number, report) => ({ goTo: historyPath, say: { ...savedFlash(report), text: texts.restore.done(number) } }),
});

/**
 * Undoes one revision, from any page of the administration, and leads back to it. If one of its entries was changed
 * later, or a proof is needed, its own page shows the changes and asks. `seen` is the plan that this page showed.
 */
export const undo = defineAction({
  path: 'history/[number]/undo',
  permission: 'edit',
  proof: async (admin, names) => undoProof(await target(admin, names), admin),
  target,
  fields: { seen: text(100), back: text(2000) },
  event: null,
  run: async (admin, number, { seen, back }) => {
    try {
      const report = await undoRevision(admin, number, seen || null);
      // The page with the form may be gone with its entry.
      const isGone = report.changes.some(({ kind }) => kind === 'delete');
      const say = { ...savedFlash(report), text: texts.undo.done(number) };
      return { goTo: isGone || seen !== '' ? historyPath : toArea(back, '/admin'), say };
    } catch (error) {
      if (!isAdminError(error) || error.code === 'not_found' || seen !== '') throw error;
      return { goTo: undoPath(number), say: null };
    }
  },
  done: (_, next) => next,
});

export const historyActions: readonly Action[] = [restore, undo];
