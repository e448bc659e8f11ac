'use server';

import { restoreRevision } from '#lib/admin/history/restore-revision';
import { adminAction } from '#lib/next/admin-action';

export const restore = adminAction({ permission: 'own', fresh: true }, async (admin, form) => {
  const seen = Number(form.text('latest'));
  await restoreRevision(admin, Number(form.text('number')), form.text('reason') || null, seen);
  return { goTo: '/admin/history' };
});
