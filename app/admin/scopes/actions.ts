'use server';

import {
  createScopeForm,
  deleteScopeForm,
  deleteScopeSecretForm,
  newScopeSecretForm,
  saveScopeForm,
} from '#lib/admin/scopes/scope-forms';
import { adminAction } from '#lib/next/admin-action';

export const createScope = adminAction({ permission: 'edit' }, createScopeForm);
export const saveScope = adminAction({ permission: 'edit' }, saveScopeForm);
export const deleteScope = adminAction({ permission: 'edit' }, deleteScopeForm);
export const addScopeSecret = adminAction({ permission: 'edit', fresh: true }, newScopeSecretForm);
export const deleteScopeSecret = adminAction({ permission: 'edit', fresh: true }, deleteScopeSecretForm);
