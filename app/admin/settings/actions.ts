'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { importForm } from '#lib/admin/configuration/import-document';
import { asksForReview, atPart } from '#lib/admin/entries/place-on-page';
import { savedFlash } from '#lib/admin/flash/flash';
import { readPortalForm, reviewPortal, savePortalSettings } from '#lib/admin/portal/save-portal';
import { adminAction } from '#lib/next/admin-action';

export const savePortal = adminAction(
  { permission: 'own', proof: actionProofs.settings.savePortal },
  async (admin, form) => {
    const reason = form.text('reason').slice(0, 300) || null;
    const edit = { entry: readPortalForm(form), version: form.text('version'), reason };
    if (asksForReview(form)) return { review: await reviewPortal(admin, edit) };
    return { goTo: atPart('/admin/settings', form), flash: savedFlash(await savePortalSettings(admin, edit)) };
  },
);

export const importConfiguration = adminAction(
  { permission: 'edit', proof: actionProofs.settings.importConfiguration },
  importForm,
);
