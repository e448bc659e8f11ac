'use server';

import { undoForm } from '#lib/admin/history/history-forms';
import { toArea } from '#lib/interactions/area-address';
import { adminAction } from './admin-action';
import { currentAddress } from './current-address';

/** Undoes a revision from any page of the area, which it leads back to. */
export const undo = adminAction({ permission: 'edit' }, async (admin, form) =>
  undoForm(admin, form, toArea(await currentAddress(), '/admin')),
);
