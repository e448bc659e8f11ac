import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { changeEntry, createEntry } from '../entries/change-entry';
import { providerPath } from '../entries/entry-path';
import type { PostedFields } from '../read-form';
import { moveProvider } from './move-provider';
import { typedProvider } from './provider-fields';
import { providerSection } from './provider-section';

type Form = (admin: AdminContext, form: PostedFields) => Promise<{ goTo: string }>;

export const createProviderForm: Form = async (admin, form) => {
  const name = form.text('name');
  await createEntry(admin, providerSection, {
    name,
    type: form.text('type') === 'github' ? 'github' : 'oidc',
    enabled: form.text('enabled') === 'on',
    ...typedProvider(form),
    client_secret: form.text('client_secret') || null,
  });
  return { goTo: `${providerPath(name)}?created=1` };
};

/** Puts another secret into the place of the present one, which nothing can show. */
export const replaceSecretForm: Form = async (admin, form) => {
  const name = form.text('name');
  const secret = form.text('client_secret');
  if (secret === '') {
    const message = 'expected the secret that the provider gave you';
    throw new AdminError('invalid', message, [{ field: 'client_secret', code: 'empty', message }]);
  }
  await changeEntry(admin, providerSection, name, () => ({ client_secret: secret }));
  return { goTo: `${providerPath(name)}?saved=1` };
};

export const moveProviderForm: Form = async (admin, form) => {
  await moveProvider(admin, form.text('name'), form.text('direction') === 'up' ? 'up' : 'down');
  return { goTo: '/admin/providers' };
};
