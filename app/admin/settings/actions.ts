'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { importForm } from '#lib/admin/configuration/import-document';
import { savePortalForm } from '#lib/admin/portal/save-portal';
import { adminAction } from '#lib/next/admin-action';

export const savePortal = adminAction({ permission: 'own', proof: actionProofs.settings.savePortal }, savePortalForm);
export const importConfiguration = adminAction(
  { permission: 'edit', proof: actionProofs.settings.importConfiguration },
  importForm,
);
