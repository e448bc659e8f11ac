'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { dismissForm, removeDemoForm } from '#lib/admin/demo/demo-forms';
import { adminAction } from '#lib/next/admin-action';

export const dismissStarted = adminAction({ permission: 'edit' }, dismissForm);
export const removeDemoData = adminAction(
  { permission: 'own', proof: actionProofs.demo.removeDemoData },
  removeDemoForm,
);
