'use server';

import { refresh } from 'next/cache';
import { isAdminError } from '#lib/admin/admin-error';
import { restoreRevision } from '#lib/admin/history/restore-revision';
import { adminAction } from '#lib/next/admin-action';

export const restore = adminAction({ permission: 'own', fresh: true }, async (admin, form) => {
  const seen = Number(form.text('latest'));
  try {
    await restoreRevision(admin, Number(form.text('number')), form.text('reason') || null, seen);
  } catch (error) {
    // What the page says would change is of then.
    if (isAdminError(error) && error.code === 'changed_meanwhile') refresh();
    throw error;
  }
  return { goTo: '/admin/history' };
});
