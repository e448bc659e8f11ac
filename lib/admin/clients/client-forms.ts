import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { confirmName } from '../entries/confirm-name';
import { typedValues } from '../entries/entry-fields';
import type { ActionForm } from '../read-form';
import { applicationKinds } from './application-kind';
import { addClientSecret, deleteClient, deleteClientSecret, enableClient, saveClientTab } from './change-client';
import { clientTabs, isClientTab } from './client-fields';
import { clientPath } from './client-path';
import { createClient } from './create-client';

type Form = (admin: AdminContext, form: ActionForm) => Promise<{ goTo: string } | { result: Record<string, string> }>;

export const createClientForm: Form = async (admin, form) => {
  const kind = applicationKinds.find((known) => known === form.text('kind'));
  if (kind === undefined) throw new AdminError('not_found', 'There is no such kind of application');
  const { clientId, secret } = await createClient(admin, {
    kind,
    clientId: form.text('client_id'),
    clientName: form.text('client_name') || null,
    redirectUris: form.lines('redirect_uris'),
    postLogoutRedirectUris: form.lines('post_logout_redirect_uris'),
    scope: form.list('scope'),
  });
  const redirectUri = form.lines('redirect_uris')[0] ?? '';
  const scope = form.list('scope').join(' ');
  return { result: { clientId, redirectUri, scope, ...(secret !== null && { secret }) } };
};

export const saveClientForm: Form = async (admin, form) => {
  const tab = form.text('tab');
  if (!isClientTab(tab)) throw new AdminError('not_found', 'There is no such page');
  const clientId = form.text('client_id');
  const changes = typedValues(clientTabs[tab], form);
  await saveClientTab(admin, {
    clientId,
    tab,
    changes,
    version: form.text('version'),
    reason: form.text('reason') || null,
  });
  return { goTo: `${clientPath(clientId, tab)}?saved=1` };
};

export const enableClientForm: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  await enableClient(admin, clientId, form.text('enabled') === 'true');
  return { goTo: `${clientPath(clientId)}?saved=1` };
};

export const deleteClientForm: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  confirmName(form, clientId);
  await deleteClient(admin, clientId, null);
  return { goTo: '/admin/clients?deleted=1' };
};

export const newSecretForm: Form = async (admin, form) => {
  const days = form.text('expires_in_days');
  const secret = await addClientSecret(admin, form.text('client_id'), {
    description: form.text('description') || null,
    expiresInDays: /^[1-9]\d{0,3}$/.test(days) ? Number(days) : null,
  });
  return { result: { secret } };
};

export const deleteSecretForm: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  await deleteClientSecret(admin, clientId, form.text('secret_id'));
  return { goTo: `${clientPath(clientId, 'credentials')}?saved=1` };
};
