'use server';

import { dismissForm, removeDemoForm } from '#lib/admin/demo/demo-forms';
import { adminAction } from '#lib/next/admin-action';

export const dismissStarted = adminAction({ permission: 'edit' }, dismissForm);
export const removeDemoData = adminAction({ permission: 'own', fresh: true }, removeDemoForm);
