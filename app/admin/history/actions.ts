'use server';

import { restoreRevision } from '#lib/admin/history/restore-revision';
import { adminAction } from '#lib/next/admin-action';

export const restore = adminAction({ permission: 'own', fresh: true }, async (admin, form) => {
  await restoreRevision(admin, Number(form.text('number')), form.text('reason') || null);
  return { goTo: '/admin/history' };
});
