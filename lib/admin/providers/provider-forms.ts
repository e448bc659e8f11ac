import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { confirmName } from '../entries/confirm-name';
import type { ActionForm } from '../read-form';
import {
  createProvider,
  deleteProvider,
  enableProvider,
  moveProvider,
  replaceProviderSecret,
  saveProvider,
} from './change-provider';
import { typedProvider } from './provider-fields';
import { providerPath } from './provider-path';

type Form = (admin: AdminContext, form: ActionForm) => Promise<{ goTo: string }>;

export const createProviderForm: Form = async (admin, form) => {
  const name = form.text('name');
  const type = form.text('type') === 'github' ? 'github' : 'oidc';
  const enabled = form.text('enabled') === 'on';
  const secret = { client_secret: form.text('client_secret') || null };
  await createProvider(admin, { name, type, enabled, ...typedProvider(form), ...secret });
  return { goTo: `${providerPath(name)}?created=1` };
};

export const saveProviderForm: Form = async (admin, form) => {
  const name = form.text('name');
  const reason = form.text('reason') || null;
  await saveProvider(admin, { name, changes: typedProvider(form), version: form.text('version'), reason });
  return { goTo: `${providerPath(name)}?saved=1` };
};

export const enableProviderForm: Form = async (admin, form) => {
  const name = form.text('name');
  await enableProvider(admin, name, form.text('enabled') === 'true');
  return { goTo: `${providerPath(name)}?saved=1` };
};

export const replaceSecretForm: Form = async (admin, form) => {
  const name = form.text('name');
  const secret = form.text('client_secret');
  if (secret === '') {
    const message = 'expected the secret that the provider gave you';
    throw new AdminError('invalid', message, [{ field: 'client_secret', code: 'empty', message }]);
  }
  await replaceProviderSecret(admin, name, secret);
  return { goTo: `${providerPath(name)}?saved=1` };
};

export const moveProviderForm: Form = async (admin, form) => {
  await moveProvider(admin, form.text('name'), form.text('direction') === 'up' ? 'up' : 'down');
  return { goTo: '/admin/providers' };
};

export const deleteProviderForm: Form = async (admin, form) => {
  const name = form.text('name');
  confirmName(form, name);
  await deleteProvider(admin, name, null);
  return { goTo: '/admin/providers?deleted=1' };
};
