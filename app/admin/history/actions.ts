'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { restoreForm } from '#lib/admin/history/history-forms';
import { adminAction } from '#lib/next/admin-action';

export const restore = adminAction({ permission: 'own', proof: actionProofs.history.restore }, restoreForm);
