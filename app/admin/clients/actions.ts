'use server';

import {
  createClientForm,
  deleteClientForm,
  deleteSecretForm,
  enableClientForm,
  newSecretForm,
  reviewClientForm,
  saveClientForm,
} from '#lib/admin/clients/client-forms';
import { createClientFromText, saveClientFromText } from '#lib/admin/clients/text-forms';
import { adminAction } from '#lib/next/admin-action';

export const reviewClient = adminAction({ permission: 'edit' }, reviewClientForm);
export const createClient = adminAction({ permission: 'edit', fresh: true }, createClientForm);
export const importClient = adminAction({ permission: 'edit', fresh: true }, createClientFromText);
export const saveText = adminAction({ permission: 'edit' }, saveClientFromText);
export const saveClient = adminAction({ permission: 'edit' }, saveClientForm);
export const enableClient = adminAction({ permission: 'edit' }, enableClientForm);
export const deleteClient = adminAction({ permission: 'edit' }, deleteClientForm);
export const addSecret = adminAction({ permission: 'edit', fresh: true }, newSecretForm);
export const deleteSecret = adminAction({ permission: 'edit', fresh: true }, deleteSecretForm);
