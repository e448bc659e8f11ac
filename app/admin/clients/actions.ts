'use server';

import { addRedirectUriForm, createClientForm } from '#lib/admin/clients/client-forms';
import { createClientFromText, saveClientFromText } from '#lib/admin/clients/text-forms';
import { adminAction } from '#lib/next/admin-action';

export const createClient = adminAction({ permission: 'edit', fresh: true }, createClientForm);
export const importClient = adminAction({ permission: 'edit', fresh: true }, createClientFromText);
export const saveText = adminAction({ permission: 'edit' }, saveClientFromText);
export const addRedirectUri = adminAction({ permission: 'edit' }, addRedirectUriForm);
