'use server';

import { savedFlash } from '#lib/admin/flash/flash';
import { readPortalForm, savePortalSettings } from '#lib/admin/portal/save-portal';
import { adminAction } from '#lib/next/admin-action';

export const savePortal = adminAction({ permission: 'own', fresh: true }, async (admin, form) => {
  const reason = form.text('reason').slice(0, 300) || null;
  const edit = { entry: readPortalForm(form), version: form.text('version'), reason };
  return { goTo: '/admin/settings', flash: savedFlash(await savePortalSettings(admin, edit)) };
});
