'use server';

import {
  deleteEntryForm,
  deleteSecretForm,
  enableEntryForm,
  newSecretForm,
  saveEntryForm,
} from '#lib/admin/entries/entry-forms';
import { adminAction } from '#lib/next/admin-action';

export const saveEntry = adminAction({ permission: 'edit' }, saveEntryForm);
export const enableEntry = adminAction({ permission: 'edit' }, enableEntryForm);
export const deleteEntry = adminAction({ permission: 'edit' }, deleteEntryForm);
export const addSecret = adminAction({ permission: 'edit', fresh: true }, newSecretForm);
export const deleteSecret = adminAction({ permission: 'edit', fresh: true }, deleteSecretForm);
