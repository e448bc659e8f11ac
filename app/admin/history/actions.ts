'use server';

import { restoreForm } from '#lib/admin/history/history-forms';
import { adminAction } from '#lib/next/admin-action';

export const restore = adminAction({ permission: 'own', fresh: true }, restoreForm);
