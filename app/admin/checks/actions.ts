'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { dismissChecksForm, fixChecksForm, restoreCheckForm } from '#lib/admin/checks/check-forms';
import { adminAction } from '#lib/next/admin-action';

export const dismiss = adminAction({ permission: 'edit' }, dismissChecksForm);
export const restore = adminAction({ permission: 'edit' }, restoreCheckForm);
export const fix = adminAction({ permission: 'edit', proof: actionProofs.checks.fix }, fixChecksForm);
