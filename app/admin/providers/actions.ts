'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { createProviderForm, orderProvidersForm, replaceSecretForm } from '#lib/admin/providers/provider-forms';
import { adminAction } from '#lib/next/admin-action';

export const createProvider = adminAction(
  { permission: 'edit', proof: actionProofs.providers.createProvider },
  createProviderForm,
);
export const orderProviders = adminAction({ permission: 'edit' }, orderProvidersForm);
export const replaceSecret = adminAction(
  { permission: 'edit', proof: actionProofs.providers.replaceSecret },
  replaceSecretForm,
);
