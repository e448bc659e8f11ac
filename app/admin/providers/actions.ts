'use server';

import { createProviderForm, moveProviderForm, replaceSecretForm } from '#lib/admin/providers/provider-forms';
import { adminAction } from '#lib/next/admin-action';

export const createProvider = adminAction({ permission: 'edit', fresh: true }, createProviderForm);
export const moveProvider = adminAction({ permission: 'edit' }, moveProviderForm);
export const replaceSecret = adminAction({ permission: 'edit', fresh: true }, replaceSecretForm);
