'use server';

import {
  createProviderForm,
  deleteProviderForm,
  enableProviderForm,
  moveProviderForm,
  replaceSecretForm,
  saveProviderForm,
} from '#lib/admin/providers/provider-forms';
import { adminAction } from '#lib/next/admin-action';

export const createProvider = adminAction({ permission: 'edit', fresh: true }, createProviderForm);
export const saveProvider = adminAction({ permission: 'edit' }, saveProviderForm);
export const enableProvider = adminAction({ permission: 'edit' }, enableProviderForm);
export const moveProvider = adminAction({ permission: 'edit' }, moveProviderForm);
export const replaceSecret = adminAction({ permission: 'edit', fresh: true }, replaceSecretForm);
export const deleteProvider = adminAction({ permission: 'edit' }, deleteProviderForm);
