'use server';

import { undoForm } from '#lib/admin/history/history-forms';
import { undoPath } from '#lib/admin/history/history-path';
import { undoProof } from '#lib/admin/history/undo-proof';
import type { PostedFields } from '#lib/admin/read-form';
import { toArea } from '#lib/interactions/area-address';
import { adminAction } from './admin-action';
import { currentAddress } from './current-address';

const numberOf = (form: PostedFields) => Number(form.text('number'));

/**
 * Undoes a revision from any page of the administration, and leads back to that page. If a proof is needed, the page of
 * the undo asks for it.
 */
export const undo = adminAction(
  {
    permission: 'edit',
    proof: (form, admin) => undoProof(numberOf(form), admin),
    askedAt: (form) => (form.text('seen') === '' ? undoPath(numberOf(form)) : null),
  },
  async (admin, form) => undoForm(admin, form, toArea(await currentAddress(), '/admin')),
);
